import { operation } from '../../core/operation';
import { CompiledFilter, FilterToCompile } from './filter.dto';

/** Looks slugs up as the caller sees them. @throws AppError `invalid_request`, `invalid_query` */
export const compileFilter = operation({
  name: 'search.filter.compile',
  summary: 'Compile a filter expression',
  body: FilterToCompile,
  answer: CompiledFilter,
  deadlineMs: 10_000,
});
