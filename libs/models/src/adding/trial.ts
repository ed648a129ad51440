import { OnnxPool } from '../onnx/onnx-pool';
import type { ModelManifest } from '../store/manifest';
import { refusal } from './refusal';

const texts = [
  'The moon pulls the sea.',
  '',
  'A text that is somewhat longer than the others, so that they are padded.',
];

/**
 * Runs a model on some texts in a separate worker thread.
 *
 * @throws AppError `invalid_request` when it cannot be loaded or run, or its output does not match its manifest
 */
export async function tryModel(folder: string, manifest: ModelManifest): Promise<void> {
  const pool = new OnnxPool({ setup: { folder, manifest, threads: 1 }, workers: 1 });
  try {
    const question = manifest.task === 'reranking' ? 'What pulls the sea?' : undefined;
    const rows = await pool.run({ purpose: 'query', texts, question });
    if (!rows.every((row) => row.every(Number.isFinite))) throw new Error('it gives values that are no numbers');
  } catch (error) {
    const [said = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    const reason = said.replace(/^The model cannot be run: (Error: )?/, '');
    throw refusal(`The model ${manifest.id} was tried and does not run: ${reason}`);
  } finally {
    await pool.close();
  }
}
