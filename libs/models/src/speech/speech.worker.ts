import { once } from 'node:events';
import { AppError } from '@lectern/contracts/core';
import { MoonshineModel } from './moonshine-model';
import { soundOf } from './sound';
import type { SpeechMessage, SpeechSetup } from './speech-messages';
import { SAMPLE_RATE, type Utterance, Utterances } from './utterances';

const give = (message: SpeechMessage) => process.send?.(message);

async function* utterancesOf({ sound, secondsMax }: SpeechSetup): AsyncGenerator<Utterance> {
  const utterances = new Utterances();
  let samples = 0;
  for await (const part of soundOf(sound)) {
    samples += part.length;
    yield* utterances.push(part);
    if (samples >= secondsMax * SAMPLE_RATE) break;
  }
  yield* utterances.end();
}

async function transcribe(setup: SpeechSetup): Promise<void> {
  const model = await MoonshineModel.load(setup.folder, setup.threads);
  for await (const { startS, samples } of utterancesOf(setup)) {
    const text = await model.textOf(samples);
    if (text !== '') give({ kind: 'part', part: { startS, endS: startS + samples.length / SAMPLE_RATE, text } });
    else give({ kind: 'silence' });
  }
}

async function main(): Promise<void> {
  const [setup]: SpeechSetup[] = await once(process, 'message');
  if (!setup) return;
  await transcribe(setup).then(
    () => give({ kind: 'ended' }),
    (error: unknown) => {
      const code = error instanceof AppError ? error.code : 'unavailable';
      give({ kind: 'failed', code, message: error instanceof Error ? error.message : String(error) });
    },
  );
}

// Nobody needs the result any more.
process.once('disconnect', () => process.exit());
void main();
