import { validate } from '@lectern/contracts/core';
import { KvSchema } from '@lectern/contracts/knowledge-box';
import { AskOperation } from '@lectern/contracts/understanding';
import { UnusableAnswer } from './agent-model';
import { askedKeyValues } from './key-value-answer';
import { JsonWriter, textOf } from './json-writer.fixture';

const schema = validate(KvSchema, {
  id: 'invoice',
  fields: [
    { key: 'number', type: 'text', description: 'Number of the invoice' },
    { key: 'total', type: 'float' },
    { key: 'due', type: 'date', required: false },
    { key: 'items', type: 'text', repeated: true, required: false },
  ],
});
const operation = validate(AskOperation, { question: 'Which?', destination: 'invoice', store_as_key_value: true });
const schemaOf = async (id: string) => (id === 'invoice' ? schema : undefined);
const ask = (writer: JsonWriter, asked = operation) =>
  askedKeyValues(asked, textOf('Invoice 7 of 12.50 euros.'), { model: writer.agent, schemaOf });

describe('an answer that fills a key-value field', () => {
  it('has the keys of the schema; what the model leaves empty is left out', async () => {
    const writer = new JsonWriter(() => ({ number: '7', total: 12.5, due: null, items: ['ferry'] }));
    const data = { number: '7', total: 12.5, items: ['ferry'] };
    expect((await ask(writer)).keyValues).toEqual([{ schema: 'invoice', data }]);
    expect(writer.prompts[0]).toContain('- number: Number of the invoice');
  });

  it('that breaks the schema is requested once more with the reason, and then given up', async () => {
    let calls = 0;
    const mended = new JsonWriter(() => ({ number: '7', total: (calls += 1) === 1 ? 'much' : 3 }));
    expect((await ask(mended)).keyValues?.[0]?.data).toEqual({ number: '7', total: 3 });
    expect(mended.prompts[1]).toContain("Key 'total' in schema 'invoice' expects type 'float', got text");
    for (const answer of [{ number: '7' }, { number: '7', total: 1, other: 2 }, { number: { a: { b: 1 } }, total: 1 }])
      await expect(ask(new JsonWriter(() => answer))).rejects.toBeInstanceOf(UnusableAnswer);
  });

  it('needs a schema of the knowledge box', async () => {
    const other = { ...operation, kv_schema_id: 'receipt' };
    await expect(ask(new JsonWriter(() => ({})), other)).rejects.toThrow('no key-value schema receipt');
    const without = { model: new JsonWriter(() => ({})).agent, schemaOf: undefined };
    await expect(askedKeyValues(operation, textOf('x'), without)).rejects.toThrow('invoice');
  });
});
