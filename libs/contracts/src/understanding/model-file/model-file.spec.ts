import fc from 'fast-check';
import { tooLong } from '../../validation/members.fixture';
import { conductOf, faults, received, routesOf, text } from '../../validation/requests.fixture';
import { downloadKnowledgeBoxModelFile, downloadModelFile } from './model-file.operations';

const kbid = 'f312ad155fdb40f3a6a1ec26e0617070';
const named = (filename: string, model_id = 'minilm-l6') =>
  faults(downloadModelFile, { path: { kbid, model_id, filename } });
const notAPath = "path.filename: String should match pattern '^(?!.*(?:^|\\/)\\.)[\\w.\\-/]+$'";

describe('files of models', () => {
  it('are for NUA keys of an account, and for readers and managers of a knowledge box', () => {
    expect(routesOf(downloadModelFile, downloadKnowledgeBoxModelFile)).toEqual({
      'GET /download/{kbid}/model/{model_id}/{filename*}': '200 binary; any of nothing; nua',
      'GET /kb/{kbid}/models/{model_id}/{filename*}': '200 binary; READER or MANAGER of kb; sa user pat',
    });
    expect(Object.values(conductOf(downloadModelFile, downloadKnowledgeBoxModelFile))).toEqual(['120 s', '120 s']);
    for (const { http } of [downloadModelFile, downloadKnowledgeBoxModelFile])
      expect(http?.alsoAnswers).toEqual([206, 307]);
  });

  it.each(['tokenizer.json', 'onnx/model_quantized.onnx', 'a-b_c.1', '1/2/3'])('may be %s', (filename) => {
    expect(named(filename)).toEqual([]);
  });

  it.each(['../secrets', 'onnx/../../secrets', '.env', 'onnx/.hidden', '', 'a b', 'a\\b', 'a%2e', 'ä', 'a\n'])(
    'are never %j',
    (filename) => {
      expect(named(filename)).toEqual([notAPath]);
    },
  );

  it('never lead out of the folder of their model', () => {
    const step = fc.constantFrom('a', '..', '.', '/', 'b.json', '\\', '%');
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 8 }), (steps) => {
        const filename = steps.join('');
        const isInside = filename.split(/[/\\]/).every((part) => !part.startsWith('.'));
        if (!isInside) expect(named(filename)).not.toEqual([]);
      }),
    );
  });

  it('have names of at most 250 characters, and so have models', () => {
    expect([named(text(250)), named(text(251))]).toEqual([[], [`path.filename: ${tooLong(250)}`]]);
    expect([named('a', text(250)), named('a', text(251))]).toEqual([[], [`path.model_id: ${tooLong(250)}`]]);
  });

  it('may be asked for with the id of the account', () => {
    expect(received(downloadModelFile, { query: { account_id: 'a' } }).query).toEqual({ account_id: 'a' });
    expect(faults(downloadModelFile, { query: { account_id: text(251) } })).toEqual([
      `query.account_id: ${tooLong(250)}`,
    ]);
  });
});
