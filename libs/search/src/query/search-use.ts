import type { MonthlyUse } from '@lectern/usage';

/** One search in a knowledge box of this zone. */
export const oneSearch: MonthlyUse = { monthly_limit_hosted_searches_performed: 1 };

/** One question that is answered from a knowledge box. */
export const oneAnswer: MonthlyUse = { ...oneSearch, monthly_limit_hosted_answers_generated: 1 };
