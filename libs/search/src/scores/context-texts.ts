import { type Principal, resourceOf, type Visibility, visibilityOfSearch } from '@lectern/contracts/core';
import { Injectable } from '@nestjs/common';
import { BoxSettings } from '../box/box-settings';
import { BoxResources } from '../results/box-resources';
import { KeywordLeg } from '../retrieval/keyword-leg';

/** Paragraphs read per answer. */
const READ_MAX = 500;

/** Reads the current texts that answers were made from. */
@Injectable()
export class ContextTexts {
  constructor(
    private readonly settings: BoxSettings,
    private readonly resources: BoxResources,
    private readonly keywords: KeywordLeg,
  ) {}

  /** The visibility of a user who searches. @throws AppError `not_found`, `unavailable` */
  async seenBy(kbid: string, principal: Principal, groups?: readonly string[]): Promise<Visibility> {
    return visibilityOfSearch(principal, { ...(await this.settings.of(kbid)), groups, showHidden: false });
  }

  /** Texts by id, without deleted and invisible ones. @throws AppError `unavailable` */
  async read(
    { kbid, ids }: { readonly kbid: string; readonly ids: readonly string[] },
    visibility: Visibility,
  ): Promise<ReadonlyMap<string, string>> {
    const wanted = [...new Set(ids)].slice(0, READ_MAX);
    const visible = await this.resources.visible({ kbid, visibility }, wanted);
    const there = wanted.filter((id) => visible.has(resourceOf(id)));
    const paragraphs = await this.keywords.read(kbid, there);
    return new Map(paragraphs.map(({ id, text }) => [id, text]));
  }
}
