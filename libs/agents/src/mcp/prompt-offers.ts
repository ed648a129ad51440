import type { AgentPrompt } from '@lectern/contracts/agents';
import { AppError } from '@lectern/contracts/core';
import type { OfferedPrompt } from './mcp-offer';

const PLACEHOLDER = /\{([^{}]{1,250})\}/g;

/** The prompts of an agent under their names; where two are alike, the later one has its id. */
export function offeredPrompts(prompts: readonly AgentPrompt[]): readonly OfferedPrompt[] {
  const taken = new Set<string>();
  return prompts.map((prompt) => {
    const name = taken.has(prompt.name) ? prompt.prompt_id : prompt.name;
    taken.add(name);
    return offeredPrompt(name, prompt);
  });
}

function offeredPrompt(
  name: string,
  { prompt, description, arguments: taken, icons, meta }: AgentPrompt,
): OfferedPrompt {
  const described = description === '' ? {} : { description };
  const args = taken.map(({ name: argument, description: about, required }) => ({
    name: argument,
    ...(about && { description: about }),
    required: required ?? false,
  }));
  const shown = icons.map(({ src, mimeType, sizes }) => ({
    src,
    ...(mimeType && { mimeType }),
    ...(sizes && { sizes }),
  }));
  return {
    listed: { name, ...described, arguments: args, ...(shown.length > 0 && { icons: shown }), _meta: meta },
    get: (values) => {
      const missing = args.filter((one) => one.required && !Object.hasOwn(values, one.name));
      if (missing.length > 0)
        throw new AppError('bad_request', `Arguments are missing: ${missing.map((one) => one.name).join(', ')}`);
      return { ...described, messages: [{ role: 'user', content: { type: 'text', text: filled(prompt, values) } }] };
    },
  };
}

/** In one pass: a value that contains a placeholder stays as it is. */
function filled(prompt: string, values: Readonly<Record<string, string>>): string {
  return prompt.replace(PLACEHOLDER, (placeholder, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? '') : placeholder,
  );
}
