import { Bus } from '@lectern/bus';
import { type Principal, readResources, type RequestSecurity, systemPrincipal } from '@lectern/contracts';
import { Injectable } from '@nestjs/common';
import { slugsIn } from '../filter/filter-expression';
import { visibility } from '../filter/visibility';
import type { RequestContext } from '../find/retrieval-request';
import { BoxSettings } from './box-settings';

export interface BoundedRequest {
  readonly filter_expression?: unknown;
  readonly security?: RequestSecurity | null;
  readonly show_hidden: boolean;
}

/** Finds out what a request may see, and what the slugs in it stand for. */
@Injectable()
export class RetrievalBounds {
  constructor(
    private readonly bus: Bus,
    private readonly boxes: BoxSettings,
  ) {}

  /** @throws AppError `not_found` */
  async of(kbid: string, request: BoundedRequest, principal: Principal): Promise<RequestContext> {
    const [settings, slugs] = await Promise.all([
      this.boxes.of(kbid),
      this.resolve(kbid, slugsIn(request.filter_expression)),
    ]);
    const { security, show_hidden: showHidden } = request;
    return { kbid, settings, slugs, bounds: visibility({ settings, principal, security, showHidden }) };
  }

  /** Ids by slug; unknown ones are left out. */
  async resolve(kbid: string, slugs: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (slugs.length === 0) return new Map();
    const body = { kbid, ids: slugs, show: [], fieldTypes: [], extracted: [] };
    const { resources } = await this.bus.request(readResources, { body }, { principal: systemPrincipal });
    return new Map(Object.entries(resources).map(([slug, { id }]) => [slug, id]));
  }
}
