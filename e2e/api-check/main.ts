import { checkApi, missing } from './api-check';

const SECONDS = 1_800;

async function main(): Promise<void> {
  if (missing) throw new Error(missing);
  const seconds = Number(process.argv[2] ?? SECONDS);
  process.exitCode = await checkApi({ seconds, isStrict: true }, (text) => process.stdout.write(text));
}

void main();
