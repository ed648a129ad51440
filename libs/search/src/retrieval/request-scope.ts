import { Bus } from '@lectern/bus';
import {
  type Principal,
  readResources,
  type RequestSecurity,
  systemPrincipal,
  type Visibility,
  visibilityOfReads,
  visibilityOfSearch,
} from '@lectern/contracts';
import { Injectable } from '@nestjs/common';
import { slugsIn } from '../filter/filter-expression';
import type { RequestContext } from '../find/retrieval-request';
import { BoxSettings } from './box-settings';

export interface ScopedRequest {
  readonly filter_expression?: unknown;
  readonly security?: RequestSecurity | null;
  readonly show_hidden: boolean;
}

/** Finds out what a request may see, and which resources the slugs in it name. */
@Injectable()
export class RequestScope {
  constructor(
    private readonly bus: Bus,
    private readonly boxes: BoxSettings,
  ) {}

  /** @throws AppError `not_found` */
  async of(kbid: string, request: ScopedRequest, principal: Principal): Promise<RequestContext> {
    const [settings, slugs] = await Promise.all([
      this.boxes.of(kbid),
      this.resolve(kbid, slugsIn(request.filter_expression), principal),
    ]);
    const { security, show_hidden: showHidden } = request;
    const groups = security ? (security.groups ?? security.access_groups ?? []) : undefined;
    const visibility = visibilityOfSearch(principal, { ...settings, groups, showHidden });
    return { kbid, settings, slugs, visibility, within: [] };
  }

  /** Ids by slug; those that are unknown, or that the caller could not read, are left out. */
  async resolve(kbid: string, slugs: readonly string[], principal: Principal): Promise<ReadonlyMap<string, string>> {
    if (slugs.length === 0) return new Map();
    const visibility: Visibility = visibilityOfReads(principal);
    const body = { kbid, ids: slugs, visibility, show: [], fieldTypes: [], extracted: [] };
    const { resources } = await this.bus.request(readResources, { body }, { principal: systemPrincipal });
    return new Map(Object.entries(resources).map(([slug, { id }]) => [slug, id]));
  }
}
