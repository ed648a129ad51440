import type { GenerativeOption } from '@lectern/contracts/understanding';

/** Models whose name or title contains a text, without regard to case. */
export function modelsNamed<T extends Pick<GenerativeOption, 'name' | 'value'>>(models: readonly T[], text: string) {
  const sought = text.trim().toLowerCase();
  return models.filter((model) => `${model.value} ${model.name}`.toLowerCase().includes(sought));
}
