import { type EvaluationRunEntity, EvaluationRunsRepository, type ResultPlace } from '@lectern/activity';
import { AppError, type Principal, systemPrincipal } from '@lectern/contracts/core';
import { type EvaluationRunReference, runEvaluation } from '@lectern/contracts/search';
import { type HeldRun, Runs, Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { EvaluatedQuestions } from './evaluated-questions';

/** Questions of one run at the same time. */
const AT_ONCE = 3;
const RUNS_AT_ONCE = 2;

/** Asks the questions of a run. Safe to repeat: an attempt asks those that have no result yet. */
@Injectable()
export class EvaluationRunTask {
  constructor(
    private readonly transactions: Transactions,
    private readonly runs: EvaluationRunsRepository,
    private readonly questions: EvaluatedQuestions,
  ) {}

  @Runs(runEvaluation, { concurrency: RUNS_AT_ONCE, tenantMax: 1 })
  async run(reference: EvaluationRunReference, run: HeldRun): Promise<void> {
    const row = await this.transactions.read((tx) => this.runs.findWhole(reference, tx));
    if (row?.state !== 'running') return;
    try {
      await this.askAll(row, run);
    } catch (error) {
      if (run.signal.aborted || run.attempt < run.attemptsMax) throw error;
      await this.end(row, { state: 'failed', error: failureText(error) });
      throw error;
    }
    await this.end(row, { state: 'finished', error: null });
  }

  private async askAll(row: EvaluationRunEntity, run: HeldRun): Promise<void> {
    const open = await this.openPlaces(row);
    const asked = { kbid: row.kbid, settings: row.settings, principal: asker(row), signal: run.signal };
    for (let first = 0; first < open.length; first += AT_ONCE) {
      run.signal.throwIfAborted();
      const step = open.slice(first, first + AT_ONCE);
      const results = await Promise.all(
        step.map(async ({ variant, place }) => {
          const [question, way] = [row.questions[place], row.settings.variants[variant]];
          if (!question || !way) return [];
          return [{ variant, place, result: await this.questions.ask(question, way, asked) }];
        }),
      );
      await this.transactions.run(async (tx) => {
        await run.save({ asked: first + step.length, of: open.length }, { tx });
        await this.runs.addResults(row, results.flat(), tx);
      });
      run.alive();
    }
  }

  private async openPlaces(row: EvaluationRunEntity): Promise<readonly ResultPlace[]> {
    const done = await this.transactions.read((tx) => this.runs.places(row, tx));
    const known = new Set(done.map(({ variant, place }) => `${variant} ${place}`));
    const all = row.settings.variants.flatMap((_, variant) => row.questions.map((__, place) => ({ variant, place })));
    return all.filter(({ variant, place }) => !known.has(`${variant} ${place}`));
  }

  private async end(
    { kbid, id }: EvaluationRunReference,
    outcome: Pick<EvaluationRunEntity, 'state' | 'error'>,
  ): Promise<void> {
    await this.transactions.run((tx) => this.runs.end({ kbid, id }, { ...outcome, finished: new Date() }, tx));
  }
}

/** Lectern itself, on the account of the box. */
function asker({ kbid, account }: EvaluationRunEntity): Principal {
  return { ...systemPrincipal, kb: kbid, ...(account !== null && { account }) };
}

function failureText(error: unknown): string {
  return error instanceof AppError ? error.message : 'The server failed; its log says why';
}
