import type { RestrictedConfig } from '@lectern/contracts/agents';
import { ContextModuleBody } from '@lectern/contracts/agents';
import { validate } from '@lectern/contracts/core';
import { testRun } from '../../../engine/module-run.fixture';
import { moduleRegistry } from '../../registry';
import { identified } from '../../../module/identified-module';
import { restricted } from './restricted';

const question = { id: 'q', text: 'Where does the ibex climb?' };
const noted = (title: string, context: string) => ({ module: 'static_string', title, context });

async function found(code: string, more: object = {}) {
  const config = validate(ContextModuleBody, { module: 'restricted', title: 'Code', code, ...more });
  // Of the class that belongs to its name.
  const module = identified(config as RestrictedConfig) as unknown as RestrictedConfig;
  const { run } = testRun({ registry: moduleRegistry, facts: { arguments: { season: 'winter' } } });
  const { contexts, ...report } = await restricted.run(module, question, run);
  return { chunks: contexts.flatMap(({ chunks }) => chunks.map(({ text, title }) => [title, text])), ...report };
}

describe('code as a module', () => {
  it('makes context of what its modules found, of its parameters, and of the arguments', async () => {
    const code =
      'result = [{"title": one["title"], "text": one["text"].upper()} for one in context if parameters["word"] in one["text"]]\n' +
      'result.append(question + " " + arguments["season"])';
    const agents = [noted('One', 'The ibex climbs.'), noted('Two', 'Goats graze.')];
    expect(await found(code, { agents, parameters: { word: 'ibex' } })).toEqual({
      chunks: [
        ['One', 'THE IBEX CLIMBS.'],
        ['Code', 'Where does the ibex climb? winter'],
      ],
      value: '2 texts',
    });
  });

  it.each([
    ['pass', []],
    ['result = "one"', [['Code', 'one']]],
    ['result = {"text": "two", "title": "T"}', [['T', 'two']]],
    ['result = ["", " "]', []],
  ])('finds, by %s, %j', async (code, chunks) => {
    expect((await found(code)).chunks).toEqual(chunks);
  });

  it('shows what it prints in its step where that is wanted', async () => {
    expect(await found('print("seen")', { debug: true })).toMatchObject({ reason: 'seen\n' });
    expect(await found('print("seen")')).not.toHaveProperty('reason');
  });

  it.each(['result = 1', 'result = [1]', 'result = {"title": "T"}', 'raise ValueError("no")', 'import js\njs.x'])(
    'fails with its error: %s',
    async (code) => {
      await expect(found(code)).rejects.toMatchObject({
        code: 'invalid_request',
        message: expect.stringMatching(/^The code failed: /),
      });
    },
  );
});
