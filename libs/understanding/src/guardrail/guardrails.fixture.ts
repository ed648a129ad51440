import { Guardrails } from './guardrails';

/** Guardrails that admit everything, as for an account without policies. */
export function openGuardrails(): Guardrails {
  return Object.assign(Object.create(Guardrails.prototype), { admit: async () => undefined });
}
