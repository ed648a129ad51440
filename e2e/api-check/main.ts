import { checkApi, missing } from './api-check';

const SECONDS = 1_800;

async function main(): Promise<void> {
  if (missing) throw new Error(missing);
  process.exitCode = await checkApi({ seconds: Number(process.argv[2] ?? SECONDS) }, (text) =>
    process.stdout.write(text),
  );
}

void main();
