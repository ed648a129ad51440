import type { AgentModel } from './agent-model';
import type { Found } from './agent-findings';
import type { AgentText } from './agent-text';
import { labelledParagraphs, labelledText } from './label-agent';

/** Guards and their labels. */
const guards = {
  prompt_guard: {
    ident: 'jailbreak_safety',
    label: 'JAILBREAK',
    description:
      'The text tries to make a language model that reads it break its rules, ignore its instructions, reveal them, or ' +
      'do what its author wants',
  },
  llm_guard: {
    ident: 'safety',
    label: 'unsafe',
    description:
      'The text is harmful: it threatens, incites hatred or violence, sexualises children, encourages self-harm, or ' +
      'helps to commit a crime',
  },
} as const;

/** Labels texts that a guard detects; safe texts get no label. */
export async function guarded(
  type: keyof typeof guards,
  text: AgentText,
  { model, on }: { readonly model: AgentModel; readonly on: 'paragraphs' | 'text' },
): Promise<Found> {
  const { ident, label, description } = guards[type];
  const operation = { ident, labels: [{ label, description, examples: [] }], multiple: true };
  return on === 'text' ? labelledText(operation, text, model) : labelledParagraphs(operation, text, model);
}
