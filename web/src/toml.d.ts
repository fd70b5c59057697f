declare module '*.toml' {
  const texts: import('./words/texts').GameTexts;
  export default texts;
}
