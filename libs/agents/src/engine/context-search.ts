import type { ContextMembers } from '@lectern/contracts/agents';
import type { IdentifiedModule } from '../module/identified-module';
import { boundedContext } from './context-bounds';
import { missingIn } from './missing';
import type { Found, FoundContext, ModuleRegistry, ModuleRun, Question, StepReport } from './module-run';
import { pruned } from './pruning';
import { rephrasedFor } from './rephrasing';

/** Where a module runs, and for which question. */
export interface Place {
  readonly question: Question;
  /** Path of the module, such as `/context/{id}`. */
  readonly path: string;
}

/** What a search needs of its run. */
export interface SearchTools {
  readonly registry: ModuleRegistry;
  /** Runs work as the step of a module. */
  readonly step: <T extends StepReport>(
    module: IdentifiedModule,
    place: Place,
    work: (run: ModuleRun) => Promise<T>,
  ) => Promise<T>;
  readonly signal: AbortSignal;
  /** Hands on what was found. */
  readonly keep: (
    contexts: readonly FoundContext[],
    from: Place & { readonly module: IdentifiedModule },
  ) => Promise<void>;
}

/** What a search found, and what it left open. */
interface Outcome {
  readonly contexts: readonly FoundContext[];
  readonly missing: string | null;
}

type ContextModule = IdentifiedModule & ContextMembers;
/** Makes the question of a module that another one names, as part of its step. */
type Rewrite = (run: ModuleRun) => Promise<string>;

/** Runs context modules, and for what one of them leaves open those that it names for that. */
export class ContextSearch {
  constructor(private readonly tools: SearchTools) {}

  /**
   * Runs a module, the modules in it, and, while something is open, its fallback and the one that it names next.
   *
   * @throws AppError when a module fails that names no other
   */
  async find(given: IdentifiedModule, place: Place, rewrite?: Rewrite): Promise<Outcome> {
    // Every context module has these members.
    const module = given as ContextModule;
    const { question, next, ...own } = await this.own(module, place, rewrite);
    const asked = { ...place, question };
    if (!next) return this.further(module, asked, own);
    const inner: Outcome[] = [];
    for (const one of next.modules)
      inner.push(await this.find(one, { question, path: `${place.path}/${next.at}/${one.id}` }));
    const missing = inner.some((one) => one.missing === null) ? null : (inner.at(-1)?.missing ?? question.text);
    const contexts = [...own.contexts, ...inner.flatMap((one) => one.contexts)];
    return this.further(module, asked, { contexts, missing });
  }

  /** What a module finds by itself. One that fails and names another finds nothing. */
  private async own(
    module: ContextModule,
    place: Place,
    rewrite: Rewrite | undefined,
  ): Promise<Outcome & Pick<Found, 'next'> & Pick<Place, 'question'>> {
    try {
      const found = await this.tools.step(module, place, (run) => this.run(module, { ...place, rewrite }, run));
      await this.tools.keep(found.contexts, { path: place.path, question: found.question, module });
      return found;
    } catch (error) {
      this.tools.signal.throwIfAborted();
      if (!module.fallback && !module.next_agent) throw error;
      return { contexts: [], missing: place.question.text, question: place.question };
    }
  }

  private async run(
    module: ContextModule,
    { question: given, rewrite }: Pick<Place, 'question'> & { readonly rewrite: Rewrite | undefined },
    run: ModuleRun,
  ): Promise<Found & Outcome & Pick<Place, 'question'>> {
    const question = rewrite ? { ...given, text: await rewrite(run) } : given;
    const found = await this.tools.registry.type('context', module.module).run(module, question, run);
    const bounded = found.contexts.map((context) => boundedContext(context).context);
    if (found.next) return { ...found, contexts: bounded, question, missing: question.text };
    const kept = module.prune_context ? await pruned(bounded, question, run) : bounded;
    const missing = found.missing === undefined ? await missingIn(kept, question, { module, run }) : found.missing;
    return { ...found, question, contexts: kept.map((context) => ({ ...context, missing })), missing };
  }

  /** While something is open: the fallback, then the next module with the question rewritten. */
  private async further(module: ContextModule, { question, path }: Place, found: Outcome): Promise<Outcome> {
    const { fallback, next_agent: next } = module;
    let outcome = found;
    if (outcome.missing !== null && fallback) {
      const inner = identifiedIn(fallback);
      const more = await this.find(inner, { question, path: `${path}/fallback/${inner.id}` });
      outcome = { contexts: [...outcome.contexts, ...more.contexts], missing: more.missing };
    }
    const { missing } = outcome;
    if (missing === null || !next) return outcome;
    const inner = identifiedIn(next);
    const more = await this.find(inner, { question, path: `${path}/next_agent/${inner.id}` }, (run) =>
      rephrasedFor(question.text, missing, { module, run }),
    );
    return { contexts: [...outcome.contexts, ...more.contexts], missing: more.missing };
  }
}

function identifiedIn(module: NonNullable<ContextMembers['fallback']>): IdentifiedModule {
  // Nested modules were given ids when they were stored.
  return module as IdentifiedModule;
}
