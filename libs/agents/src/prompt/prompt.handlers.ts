import { handlersOf } from '@lectern/bus';
import {
  addPrompt,
  deletePrompt,
  getPrompt,
  listPrompts,
  patchPrompt,
  type PromptTarget,
} from '@lectern/contracts/agents';
import type { PromptKey } from './prompt.repository';
import { PromptService } from './prompt.service';

export const PromptHandlers = handlersOf(PromptService)
  .answer(listPrompts, (prompts, { params }) => prompts.list(params.agent_id))
  .answer(addPrompt, (prompts, { params, body }) => prompts.add(params.agent_id, body))
  .answer(getPrompt, (prompts, { params }) => prompts.get(promptKeyOf(params)))
  .answer(patchPrompt, (prompts, { params, body }) => prompts.patch(promptKeyOf(params), body))
  .answer(deletePrompt, (prompts, { params }) => prompts.delete(promptKeyOf(params)));

function promptKeyOf({ agent_id: agent, prompt_id: id }: PromptTarget): PromptKey {
  return { agent, id };
}
