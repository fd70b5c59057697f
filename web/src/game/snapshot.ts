/** Turns a picture of this server into a PNG. */

/** How much finer the PNG is than the picture's own pixels. */
const FINER = 1.5;

export async function asPng(address: string): Promise<Blob> {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(image.naturalWidth * FINER);
  canvas.height = Math.round(image.naturalHeight * FINER);
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((png) => (png ? resolve(png) : reject(new Error('no picture'))), 'image/png'),
  );
}
