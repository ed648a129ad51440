// Calls what the SDK @nuclia/core has for a knowledge box. Arguments: origin, id of a knowledge box, an API key of it
// or `-` for a server that trusts the header of roles, and the id of the account. Prints what the calls answered, by
// name, as JSON; of one that failed, its error.
import { createRequire } from 'node:module';
import { setTimeout } from 'node:timers/promises';
import { lastValueFrom } from 'rxjs';

// The SDK keeps tokens where browsers do.
globalThis.localStorage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };
const { Nuclia } = createRequire(import.meta.url)('@nuclia/core');

const TIMEOUT_MS = 60_000;
const [origin, knowledgeBox, apiKey, accountId] = process.argv.slice(2);
const selfHosted = apiKey === '-';
const nuclia = new Nuclia({
  backend: `${origin}/api`,
  zone: 'local',
  knowledgeBox,
  ...(selfHosted ? { standalone: true } : { proxy: true, apiKey, accountId }),
});
const results = {};

async function call(name, observable) {
  try {
    const answer = await lastValueFrom(observable, { defaultValue: null });
    const failed = answer?.type === 'error' || answer?.failed === true;
    results[name] = failed ? `failed: ${JSON.stringify(answer)}` : answer;
    return answer;
  } catch (error) {
    results[name] = `failed: ${error.status ?? error} ${JSON.stringify(error.body ?? null)}`;
    return undefined;
  }
}

const textFile = (name, text) => new File([text], name, { type: 'text/plain' });
const about = (filename) => ({ filename, contentType: 'text/plain' });

if (selfHosted) await call('getStandaloneKbs', nuclia.db.getStandaloneKbs());
const kb = await lastValueFrom(nuclia.db.getKnowledgeBox());
const slug = `mill-${process.pid}`;
const body = 'The windmill of Kinderdijk was built in 1740.';
const { uuid } = await call(
  'createResource',
  kb.createResource({ title: 'Mill', slug, texts: { a: { body, format: 'PLAIN' } } }, true),
);
await call('createLinkResource', kb.createLinkResource({ uri: 'http://localhost:1/' }, { classifications: [] }, true));
await call('upload', kb.upload(textFile('water.txt', `The watermill. ${slug}`), false, about('water.txt')));
await call('upload in parts', kb.upload(textFile('horse.txt', `The horse mill. ${slug}`), true, about('horse.txt')));
await call('batchUpload', kb.batchUpload([textFile('hand.txt', `The hand mill. ${slug}`)]));
await call('setLabelSet', kb.setLabelSet('kind', { title: 'Kind', color: '#fff', labels: [{ title: 'mill' }] }));
await call('getLabels', kb.getLabels());
await call('setSynonyms', kb.setSynonyms({ mill: ['quern'] }));
await call('getSynonyms', kb.getSynonyms());

const deadline = Date.now() + TIMEOUT_MS;
let resource = await lastValueFrom(kb.getFullResource(uuid));
while (resource.metadata.status === 'PENDING' && Date.now() < deadline) {
  await setTimeout(200);
  resource = await lastValueFrom(kb.getFullResource(uuid));
}
results.extractedTexts = resource.getExtractedTexts().map(({ text }) => text);
await call('getResourceBySlug', kb.getResourceBySlug(slug));
await call('modify', resource.modify({ title: 'Windmill' }));
await call('setField', resource.setField('text', 'b', { body: 'Four sails.', format: 'PLAIN' }));
await call('getField', resource.getField('text', 'b', ['value']));
await call('deleteField', resource.deleteField('text', 'b'));
const labels = [{ labelset: 'kind', label: 'mill' }];
await call('setLabels', resource.setLabels('a', 'text', `${uuid}/t/a/0-${body.length}`, labels));
await call('resource.upload', resource.upload('f', textFile('f.txt', 'Six sails.'), false, about('f.txt')));
await call('resource.search', resource.search('windmill'));
const question = 'When was the windmill of Kinderdijk built?';
await call('resource.ask', resource.ask(question));

await call('ask', kb.ask(question, [], undefined, { citations: true }));
await call('find', kb.find('windmill', ['keyword', 'semantic'], { highlight: true, show: ['basic', 'values'] }));
await call('search', kb.search('windmill', ['keyword'], { faceted: ['/classification.labels'] }));
await call('catalog', kb.catalog('', { faceted: ['/icon'], sort: { field: 'created', order: 'desc' } }));
await call('suggest', kb.suggest('wind'));
await call('counters', kb.counters());
await call('listResources', kb.listResources());
await call('getFacets', kb.getFacets(['/icon']));
await call('getEntities', kb.getEntities());
await call('summarize', kb.summarize([uuid]));
await call('tokens', kb.tokens('Paris and London'));
await call('generate', kb.generate('When was the mill built?', ['The mill was built in 1740.']));
await call('rephrase', kb.rephrase('and of Delft?', ['mills']));
await call('feedback', kb.feedback('an-answer', true, 'good'));
await call('processingStatus', kb.processingStatus());
await call('getConfiguration', kb.getConfiguration());
await call('getLearningSchema', kb.getLearningSchema());
await call('getGenerativeProviders', kb.getGenerativeProviders());
await call('getExtractStrategies', kb.getExtractStrategies());
await call('getSplitStrategies', kb.getSplitStrategies());
await call('getSearchConfigs', kb.getSearchConfigs());
if (!selfHosted) {
  await call('getTempToken', kb.getTempToken());
  await call('createSearchConfig', kb.createSearchConfig('mine', { kind: 'find', config: { top_k: 5 } }));
  await call('getSearchConfig', kb.getSearchConfig('mine'));
  await call('updateSearchConfig', kb.updateSearchConfig('mine', { kind: 'find', config: { top_k: 6 } }));
  await call('deleteSearchConfig', kb.deleteSearchConfig('mine'));
  await call('createSplitStrategy', kb.createSplitStrategy({ name: 'mine', max_paragraph: 300 }));
  await call('createExtractStrategy', kb.createExtractStrategy({ name: 'mine' }));
  await call('setConfiguration', kb.setConfiguration({ generative_model: 'local' }));
  await call('getMonthsWithActivity', kb.activityMonitor.getMonthsWithActivity('ask'));
}
await call('deleteLabelSet', kb.deleteLabelSet('kind'));
await call('deleteAllSynonyms', kb.deleteAllSynonyms());
await call('reprocess', resource.reprocess());
await call('delete', resource.delete());

/** Of what the SDK answers with are objects that know their client, and with it each other. */
const plain = (name, value) => (name === 'nuclia' ? undefined : value);
process.stdout.write(`\n${JSON.stringify(results, plain)}\n`, () => process.exit(0));
