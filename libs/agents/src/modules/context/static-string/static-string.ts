import type { StaticStringConfig } from '@lectern/contracts/agents';
import type { ContextType, FoundContext } from '../../../engine/module-run';
import { textContext } from '../../text-context';

/** A fixed text. */
export const staticString: ContextType<StaticStringConfig> = {
  name: 'static_string',
  title: 'Fixed text',
  description: 'Answers may use a text that the configuration has.',
  run: async (config) => ({ contexts: [contextOf(config)], value: '1 text' }),
  functions: (config) => [
    {
      name: 'static_string',
      description: 'Returns a text that belongs to every question.',
      parameters: { type: 'object', properties: {}, additionalProperties: false },
      run: async () => ({ items: [config.context], contexts: [contextOf(config)] }),
    },
  ],
};

function contextOf({ context: text, id, title }: StaticStringConfig): FoundContext {
  return { chunks: [textContext({ id: id ?? 'static_string', text, title })] };
}
