import { Handles } from '@lectern/bus';
import { type Request, unrestricted, visibilityOfReads } from '@lectern/contracts/core';
import { type CompiledFilter, compileFilter } from '@lectern/contracts/search';
import { Controller } from '@nestjs/common';
import { compileFilterExpression, slugsIn } from '@lectern/filters';
import { RequestScopes } from './request-scopes';

@Controller()
export class FilterHandlers {
  constructor(private readonly scopes: RequestScopes) {}

  @Handles(compileFilter)
  async compile({ body, principal }: Request<typeof compileFilter>): Promise<CompiledFilter> {
    const { kbid, filter_expression: expression } = body;
    const [slugs, keyValues, keywords] = await Promise.all([
      this.scopes.resolve(kbid, slugsIn(expression), visibilityOfReads(principal)),
      this.scopes.keyValues(kbid, expression),
      this.scopes.keywords(kbid, { filter_expression: expression }, unrestricted),
    ]);
    return { filter: compileFilterExpression(expression, slugs, { keyValues, keywords }) };
  }
}
