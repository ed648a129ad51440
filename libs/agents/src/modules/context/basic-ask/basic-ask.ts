import type { BasicAskConfig } from '@lectern/contracts/agents';
import type { ContextType, FoundContext, ModuleRun, Question } from '../../../engine/module-run';
import { foundInBox } from '../../box-answer';

/** Asks knowledge boxes, all at once. */
export const basicAsk: ContextType<BasicAskConfig> = {
  name: 'basic_ask',
  title: 'Ask knowledge boxes',
  description: 'Finds paragraphs of knowledge boxes, and what they answer.',
  run: async (config, question, run) => {
    const found = await Promise.all(config.sources.map((source) => askSource(source, config, { question, run })));
    const contexts = found.flat();
    const chunks = contexts.reduce((sum, context) => sum + context.chunks.length, 0);
    return { contexts, value: `${chunks} texts from ${contexts.length} of ${config.sources.length} sources` };
  },
};

async function askSource(
  source: string,
  { generative_model: model }: BasicAskConfig,
  { question, run }: { readonly question: Question; readonly run: ModuleRun },
): Promise<readonly FoundContext[]> {
  const box = await run.sources.box(source);
  const named = typeof model === 'string' ? model : model?.model_id;
  const request = { query: question.text, ...(named !== undefined && { generative_model: named }) };
  const found = await foundInBox(box, request, run.models.tokens);
  return found ? [found] : [];
}
