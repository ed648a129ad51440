import { answerMessages } from '@lectern/workers';
import type { ChartRequest, ChartVerdict } from './chart-check';

// Loaded before the first request, whose time is limited; its graph can only be imported.
void Promise.all([import('vega-lite'), import('vega')]).then(([{ compile }, { parse }]) => {
  answerMessages(({ specification }: ChartRequest): ChartVerdict => {
    const dropped: string[] = [];
    const logger = {
      level: () => logger,
      warn: (...texts: readonly unknown[]) => {
        dropped.push(...texts.map(String).filter((text) => /\bdropp/i.test(text)));
        return logger;
      },
      info: () => logger,
      debug: () => logger,
      error: (...texts: readonly unknown[]) => {
        dropped.push(...texts.map(String));
        return logger;
      },
    };
    try {
      // Foreign: the compiler says whether it is a specification.
      parse(compile(specification as never, { logger: logger as never }).spec);
    } catch (error) {
      return { problem: error instanceof Error ? error.message : 'it cannot be compiled' };
    }
    return dropped[0] === undefined ? {} : { problem: dropped[0] };
  });
});
