import { randomUUID } from 'node:crypto';
import { Bus } from '@lectern/bus';
import { AppError, type Constructor, type Principal, validateInput } from '@lectern/contracts/core';
import {
  createAccountKnowledgeBox,
  CreateKnowledgeBoxPayload,
  deleteAccountKnowledgeBox,
  listAccountKnowledgeBoxes,
  modifyAccountKnowledgeBox,
  ModifyKnowledgeBoxPayload,
} from '@lectern/contracts/knowledge-box';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Authorizer } from '../access/authorizer';
import { RequestBodies } from '../body/request-bodies';
import { Edge } from '../edge/edge';
import { sendJson } from '../reply/send-json';
import type { HttpOperation } from '../operation/http-operation';
import { pathOf } from '../request/route-path';

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** Who calls, and the account that it is about. */
interface Visit {
  readonly account: string;
  readonly kbid: string;
  readonly principal: Principal;
  readonly request: FastifyRequest;
}

/** Operations to call instead, on the account of the root user. */
export const targetsOfSelfHosted = {
  'kb.self-hosted.list': listAccountKnowledgeBoxes,
  'kb.self-hosted.create': createAccountKnowledgeBox,
  'kb.self-hosted.modify': modifyAccountKnowledgeBox,
  'kb.self-hosted.delete': deleteAccountKnowledgeBox,
} as const;

type Name = keyof typeof targetsOfSelfHosted;

/** Operations of installations without accounts, on the account of the root user, for those who claim roles. */
@Injectable()
export class SelfHostedBoxes {
  constructor(
    private readonly edge: Edge,
    private readonly authorizer: Authorizer,
    private readonly bodies: RequestBodies,
    private readonly bus: Bus,
  ) {}

  /** @param refuse what everyone else gets */
  handlerOf({ name }: HttpOperation, refuse: Handler): Handler {
    if (!this.edge.takesRoles || !isName(name)) return refuse;
    return (request, reply) => this.handle(name, { request, reply, refuse });
  }

  private async handle(
    name: Name,
    { request, reply, refuse }: { request: FastifyRequest; reply: FastifyReply; refuse: Handler },
  ): Promise<unknown> {
    // Fastify's own parsers make both of these.
    const query = request.query as Readonly<Record<string, unknown>>;
    const sent = request.params as Readonly<Record<string, string>>; // as above
    const { ownRoles, memberships } = await this.authorizer.identify({ request: request.raw, query });
    if (!ownRoles) return refuse(request, reply);
    const [own] = memberships;
    if (!own) throw new AppError('forbidden', 'The root user has no account');
    const { policy, http, feature, params: type } = targetsOfSelfHosted[name];
    if (!policy) throw new Error(`${name} has no policy`);
    const visit = { request: request.raw, params: { ...sent, account: own.id }, query, path: pathOf(request.url) };
    const guarded = {
      policy,
      http: { host: 'zone' as const, ...http },
      feature,
      params: type,
    };
    const { principal, params } = await this.authorizer.admit(guarded, visit);
    const { account = '', kbid = '' } = params;
    const body = await this.answers[name]({ account, kbid, principal, request });
    reply.code(name === 'kb.self-hosted.create' ? 201 : 200);
    return sendJson(reply, JSON.stringify(this.edge.names.writeJson(body)));
  }

  private readonly answers: Readonly<Record<Name, (visit: Visit) => Promise<object>>> = {
    'kb.self-hosted.list': async ({ account, principal, request }) => {
      const query = { mode: 'kb' as const, include_search_configs: false };
      const { boxes } = await this.bus.request(
        listAccountKnowledgeBoxes,
        { params: { account }, query },
        { principal },
      );
      const { prefix = '' } = request.query as { prefix?: unknown }; // An object, as above.
      const wanted = boxes.filter(({ slug }) => slug.startsWith(String(prefix)));
      return { kbs: wanted.map(({ slug, id }) => ({ slug, uuid: id })) };
    },
    'kb.self-hosted.create': async ({ account, principal, request }) => {
      const slug = randomUUID();
      const sent = { slug, ...(await this.json(request)) };
      const body = this.checked(CreateKnowledgeBoxPayload, { title: sent.slug, ...sent });
      const { id } = await this.bus.request(createAccountKnowledgeBox, { params: { account }, body }, { principal });
      return { slug: body.slug, uuid: id, config: null, model: null };
    },
    'kb.self-hosted.modify': async ({ account, kbid, principal, request }) => {
      const body = this.checked(ModifyKnowledgeBoxPayload, await this.json(request));
      await this.bus.request(modifyAccountKnowledgeBox, { params: { account, kbid }, body }, { principal });
      return { uuid: kbid };
    },
    'kb.self-hosted.delete': async ({ account, kbid, principal }) => {
      await this.bus.request(deleteAccountKnowledgeBox, { params: { account, kbid } }, { principal });
      return { slug: null, uuid: kbid, config: null, model: null };
    },
  };

  /** Members that are null are as good as absent, as these clients send all of them. */
  private async json({ raw }: FastifyRequest): Promise<Readonly<Record<string, unknown>>> {
    const body = (await this.bodies.json(raw)) ?? {};
    return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
  }

  private checked<T extends object>(type: Constructor<T>, body: unknown): T {
    // Made and checked by the class itself.
    return validateInput({ body: type }, { body }).body as T;
  }
}

function isName(name: string): name is Name {
  return Object.hasOwn(targetsOfSelfHosted, name);
}
