import { Bus } from '@lectern/bus';
import { KbdbConfig } from '@lectern/contracts/agents';
import { AppError, assembled, dataRolesOf, isObject, type Principal, systemPrincipal } from '@lectern/contracts/core';
import {
  type Catalog,
  CatalogRequest,
  getSynonyms,
  type Labelsets,
  listCatalog,
  listLabelsets,
  resolveKnowledgeBoxAccess,
  verifyZoneCredential,
} from '@lectern/contracts/knowledge-box';
import {
  type AskItem,
  askKnowledgeBox,
  AskRequest,
  type AskValue,
  findParagraphs,
  FindRequest,
  type RetrievalRequest,
} from '@lectern/contracts/search';
import { describeGenerator } from '@lectern/contracts/understanding';
import { Injectable } from '@nestjs/common';
import { type InteractionUsage, lacksPrice } from '../engine/interaction-usage';
import type { BoxSource } from '../engine/module-sources';
import { type CallReport, observedCall, observedStream, type StepObserver } from '../engine/run-observer';
import type { ChoosableDriver } from '../driver/driver-choice';
import type { BoxCalls, CountedCalls } from './box-calls';
import type { AskedBox } from '../engine/module-run';
import { type DriverFilter, narrowedByDriver } from './box-filter';
import { driverConditions, partSettings, type SourceConditions } from './box-parts';
import { RemoteBoxes } from './remote-boxes';

/** For whom a source is opened. */
export interface SourceCaller {
  readonly principal: Principal;
  readonly signal: AbortSignal;
  /** By which its knowledge boxes are asked. */
  readonly calls: CountedCalls;
  /** Sees what is asked. */
  readonly observer?: StepObserver | undefined;
  /** Counts what models of knowledge boxes of this zone cost. */
  readonly usage?: InteractionUsage | undefined;
}

/** A box as a source, and the conditions of its searches. */
interface OpenedBox {
  readonly identifier: string;
  readonly kbid: string;
  readonly settings: SourceConditions;
}

/** Opens knowledge boxes as sources: with the rights of the caller, or with those of a key, also of another zone. */
@Injectable()
export class BoxSources {
  constructor(
    private readonly bus: Bus,
    private readonly remote: RemoteBoxes,
  ) {}

  /** @throws AppError `forbidden` when neither the key nor the caller may read the box */
  async open({ identifier, config }: ChoosableDriver, caller: SourceCaller): Promise<BoxSource> {
    const { principal, observer } = caller;
    // It was checked against this class when it was stored.
    const settings = config as unknown as KbdbConfig;
    const { kbid, key, internal } = settings;
    const opened = { identifier, kbid, settings: driverConditions(settings) };
    if (key && !internal) return this.source(await this.withKey({ ...settings, key }, caller), opened, observer);
    const box = this.local(kbid, { ...caller, principal: await this.ofCaller(principal, kbid) });
    return { ...this.source(box, opened, observer), kbid };
  }

  /** A part of a box that is asked itself, with the rights of the caller on it. @throws AppError `not_found` */
  part(
    kbid: string,
    { identifier, box }: { readonly identifier: string; readonly box: AskedBox },
    caller: SourceCaller,
  ): BoxSource {
    const { parts, searchConfiguration: name } = box;
    const part = Object.hasOwn(parts, identifier) ? parts[identifier] : undefined;
    if (!part) throw new AppError('not_found', `The knowledge box has no source with the id ${identifier}`);
    const settings = partSettings(part);
    const opened = { identifier, kbid, settings };
    const source = { ...this.source(this.local(kbid, caller), opened, caller.observer), kbid };
    if (name === undefined) return source;
    return { ...source, ask: (request) => source.ask({ search_configuration: name, ...request }) };
  }

  private source(
    box: BoxCalls,
    { identifier, kbid, settings }: OpenedBox,
    observer: StepObserver | undefined,
  ): BoxSource {
    const { description } = settings;
    const retrieval = { kind: 'retrieval', source: identifier, kbid } as const;
    return {
      ...box,
      identifier,
      description,
      ask: (request) => {
        const body = bodyOf(AskRequest, { ...request, ...narrowedByDriver(request, settings) });
        return observedStream(observer, retrieval, (report) => itemsOf(box.ask(body), report));
      },
      find: async (request) => {
        const body = bodyOf(FindRequest, { ...request, ...narrowedByDriver(request, settings) });
        return observedCall(observer, retrieval, async (report) => {
          const results = await box.find(body);
          report.paragraphs = results.best_matches;
          return results;
        });
      },
      catalog: async (request) => {
        const own = { filter_expression: settings.catalog_filter_expression, filters: settings.filters };
        return box.catalog(Object.assign(new CatalogRequest(), listed(request, own)));
      },
    };
  }

  private async withKey(settings: KbdbConfig & { readonly key: string }, caller: SourceCaller): Promise<BoxCalls> {
    const { kbid, key, url } = settings;
    const principal = await this.ofKey(key, kbid);
    // A key may see all of a box; whoever has security groups sees what they may.
    const { securityGroups } = caller.principal;
    const narrowed = principal && { ...principal, ...(securityGroups && { securityGroups }) };
    if (narrowed) return this.local(kbid, { ...caller, principal: narrowed });
    // A key of another zone, or one that has expired: the server at the address says which.
    if (!url) throw wrongKey();
    return this.remote.open({ kbid, key, url, groups: securityGroups }, caller);
  }

  private local(kbid: string, caller: SourceCaller): BoxCalls {
    const { principal, signal, calls, usage } = caller;
    const params = { kbid };
    const options = { principal, signal };
    const ask = (body: AskRequest) => calls.stream(askKnowledgeBox, { params, headers: askHeaders, body }, options);
    return {
      ask: (body) =>
        usage?.countsCost && body.generate_answer ? this.paid(ask(body), { kbid, body, usage, caller }) : ask(body),
      find: async (body) =>
        (await calls.request(findParagraphs, { params, headers: findHeaders, body }, options)).results,
      catalog: (body) => assembled<Catalog>(calls.stream(listCatalog, { params, body }, options)),
      labelsets: async () => (await assembled<Labelsets>(calls.stream(listLabelsets, { params }, options))).labelsets,
      synonyms: async () => (await calls.request(getSynonyms, { params }, options)).synonyms,
    };
  }

  /** @throws AppError `invalid_request` before the box is asked, when the price of its model is not known */
  private async *paid(
    values: AsyncIterable<AskValue>,
    { kbid, body, usage, caller }: PaidAsk,
  ): AsyncGenerator<AskValue> {
    const { generative_model: model, search_configuration: configured } = body;
    if (configured && !model)
      throw new AppError('invalid_request', 'With a limit on the cost, name a model besides the search configuration');
    const { account } = caller.principal;
    const principal = { ...systemPrincipal, ...(account !== undefined && { account }) };
    const named = { kbid, ...(model && { model }) };
    const options = { principal, signal: caller.signal };
    const { generator } = await caller.calls.request(describeGenerator, { body: named }, options);
    const { price } = generator;
    if (!price) throw lacksPrice(generator.id);
    for await (const value of values) {
      if (value.item?.type === 'metadata') usage.addCost(value.item.tokens, price);
      yield value;
    }
  }

  /** Undefined: it is no key of this zone. @throws AppError `forbidden` */
  private async ofKey(token: string, kbid: string): Promise<Principal | undefined> {
    const body = { carrier: 'service-account' as const, token };
    const verified = await this.bus.request(verifyZoneCredential, { body }, asItself).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'unauthorized') return undefined;
      throw error;
    });
    if (!verified) return undefined;
    if (verified.kind !== 'sa' || verified.kb !== kbid || !verified.role) throw wrongKey();
    const { id, account, key, role } = verified;
    return { kind: 'sa', id, account, kb: kbid, key, roles: [role, ...dataRolesOf[role]] };
  }

  /** A key of the agent has no rights elsewhere. */
  private async ofCaller(principal: Principal, kbid: string): Promise<Principal> {
    const { kind, id, label, securityGroups, roles } = principal;
    if (kind !== 'user' && kind !== 'pat') throw noRight();
    const body = { kbid, userId: id };
    const { account, userRole, allowedIpAddresses } = await this.bus.request(
      resolveKnowledgeBoxAccess,
      { body },
      asItself,
    );
    // As at the gateway: those who run the deployment may read every box, owners of an account those with their role.
    const role = roles.includes('ROOT') ? 'SOWNER' : userRole;
    if (account !== principal.account || !role) throw noRight();
    // The address of the caller is not known here.
    if (allowedIpAddresses !== null) throw noAddress();
    const known = { ...(label !== undefined && { label }), ...(securityGroups && { securityGroups }) };
    return { kind, id, account, kb: kbid, roles: [role, ...dataRolesOf[role]], ...known };
  }
}

/** An ask whose cost is counted. */
interface PaidAsk {
  readonly kbid: string;
  readonly body: AskRequest;
  readonly usage: InteractionUsage;
  readonly caller: SourceCaller;
}

const asItself = { principal: systemPrincipal };
const findHeaders = { 'x-kbdb-client': 'agent' };
const askHeaders = { 'x-kbdb-client': 'agent', 'x-synchronous': false, 'x-show-consumption': false };

/** A request as a caller would send it: with a search configuration, it names the members that it has. */
function bodyOf<T extends RetrievalRequest>(type: new () => T, members: Partial<T>): T {
  const given = Object.entries(members).filter(([, value]) => value !== undefined && value !== null);
  const named = members.search_configuration ? { given: given.map(([name]) => name) } : {};
  return Object.assign(new type(), Object.fromEntries(given), named);
}

/** The conditions of a list together with those of the driver. */
function listed(request: Partial<CatalogRequest>, own: DriverFilter): Partial<CatalogRequest> {
  if (!own.filter_expression) return { ...request, filters: [...own.filters, ...(request.filters ?? [])] };
  const { filter_expression: wanted, filters = [] } = request;
  // A list has conditions on resources, which is where `narrowedByDriver` puts those on fields.
  const { filter_expression: all } = narrowedByDriver(
    { filter_expression: asFieldCondition(wanted), filters },
    {
      ...own,
      filter_expression: asFieldCondition(own.filter_expression),
    },
  );
  return { ...request, filters: [], filter_expression: isObject(all) ? { resource: all.field } : undefined };
}

function asFieldCondition(expression: unknown): unknown {
  return isObject(expression) ? { field: expression.resource } : undefined;
}

async function* itemsOf(values: AsyncIterable<AskValue>, report: CallReport): AsyncGenerator<AskItem> {
  for await (const { item, learningId } of values) {
    if (learningId !== undefined) report.learningId = learningId;
    if (!item) continue;
    noted(item, report);
    yield item;
  }
}

function noted(item: AskItem, report: CallReport): void {
  if (item.type === 'retrieval') report.paragraphs = item.best_matches.map(({ id }) => id);
  else if (item.type === 'metadata') {
    const { input, output, input_svc: inputSvc, output_svc: outputSvc } = item.tokens;
    report.tokens = { input, output };
    report.svcTokens = { input: inputSvc ?? 0, output: outputSvc ?? 0 };
  }
}

function noAddress(): AppError {
  return new AppError(
    'forbidden',
    'The knowledge box of the driver allows some addresses only, so that it needs a driver with a key',
  );
}

function wrongKey(): AppError {
  return new AppError('forbidden', 'The key of the driver does not open its knowledge box');
}

function noRight(): AppError {
  return new AppError(
    'forbidden',
    'The caller may not read the knowledge box of the driver: give the caller a role on it, or the driver a key',
  );
}
