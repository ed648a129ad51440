import { Bus } from '@lectern/bus';
import { AppError, systemPrincipal } from '@lectern/contracts/core';
import {
  readSearchConfiguration,
  type SearchConfiguration,
  type SearchConfigurationReference,
} from '@lectern/contracts/knowledge-box';
import { AskRequest, FindRequest } from '@lectern/contracts/search';
import { Cache } from '@lectern/runtime';
import { Injectable } from '@nestjs/common';
import { configuredRequest } from './configured-request';

/** Search configurations of knowledge boxes, reloaded when they change and at least once per second. */
@Injectable()
export class SearchConfigurationCache {
  private readonly configurations = new Cache<SearchConfiguration>({
    name: 'search_configurations',
    entriesMax: 100,
    ttlMs: 1_000,
  });

  constructor(private readonly bus: Bus) {}

  /**
   * The request, with the members of its search configuration if it names one.
   *
   * @throws AppError `invalid_search_configuration`; `invalid_request` when the merged request is invalid
   */
  async find(kbid: string, request: FindRequest): Promise<FindRequest> {
    const configuration = await this.of(kbid, request);
    return configuration ? configuredRequest('find', { type: FindRequest, request, configuration }) : request;
  }

  /** The same for an ask request. */
  async ask(kbid: string, request: AskRequest): Promise<AskRequest> {
    const configuration = await this.of(kbid, request);
    return configuration ? configuredRequest('ask', { type: AskRequest, request, configuration }) : request;
  }

  invalidate(reference: SearchConfigurationReference): void {
    this.configurations.invalidate(configurationKey(reference));
  }

  private async of(
    kbid: string,
    { search_configuration: name }: FindRequest | AskRequest,
  ): Promise<SearchConfiguration | undefined> {
    if (!name) return undefined;
    const body = { kbid, name };
    try {
      return await this.configurations.get(configurationKey(body), () =>
        this.bus.request(readSearchConfiguration, { body }, { principal: systemPrincipal }),
      );
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
      throw new AppError('invalid_search_configuration', 'Search configuration not found', {}, { cause: error });
    }
  }
}

function configurationKey({ kbid, name }: SearchConfigurationReference): string {
  return `${kbid}/${name}`;
}
