import { IsOptional, IsString, MaxLength } from 'class-validator';
import { Anything } from '../../validation/decorators';

const HEADER_CHARS_MAX = 1_000;

/** What a card needs to know of its request. */
export class A2aCardHeaders {
  /** Scheme, host and port that the caller reached. Callers cannot set it. */
  reached?: string;
}

/** Headers of a message over A2A. */
export class A2aHeaders extends A2aCardHeaders {
  /** Version of the protocol: `1.0`, or `0.3`. */
  @IsOptional() @IsString() @MaxLength(HEADER_CHARS_MAX) 'a2a-version'?: string;
  /** All headers without credentials. Callers cannot set it. */
  told?: Readonly<Record<string, string>>;
}

/** A request of JSON-RPC 2.0. */
export class A2aMessage {
  /** Always `2.0`. */
  @IsOptional() @Anything() jsonrpc?: unknown;
  /** Names the request, for its answer. */
  @IsOptional() @Anything() id?: unknown;
  /** What is asked for, such as `SendMessage`; in version 0.3 `message/send`. */
  @IsOptional() @Anything() method?: unknown;
  /** Arguments of the method. */
  @IsOptional() @Anything() params?: unknown;
}

/** What is written of a message. */
export class A2aReply {
  /** An answer of JSON-RPC; absent: nothing is written. */
  message?: unknown;
}

/** Where and how an agent takes messages. */
export interface A2aInterface {
  /** Address of its messages. */
  readonly url: string;
  /** `JSONRPC`. */
  readonly protocolBinding: string;
  /** Version of the protocol. */
  readonly protocolVersion: string;
}

/** How callers authenticate; the members of both versions of the protocol. */
export interface A2aSecurityScheme {
  /** `http` or `apiKey`, for version 0.3. */
  readonly type: string;
  /** For people. */
  readonly description: string;
  /** For version 0.3: the scheme of `Authorization`. */
  readonly scheme?: string;
  /** For version 0.3: where the key is. */
  readonly in?: string;
  /** For version 0.3: name of the header. */
  readonly name?: string;
  /** For version 1.0. */
  readonly httpAuthSecurityScheme?: Readonly<Record<string, string>>;
  /** For version 1.0. */
  readonly apiKeySecurityScheme?: Readonly<Record<string, string>>;
}

/** A workflow, as agents see it. */
export interface A2aSkill {
  /** Id of the workflow: `workflow_id` in the metadata of a message. */
  readonly id: string;
  /** Name of the workflow. */
  readonly name: string;
  /** What it does. */
  readonly description: string;
  /** For searches. */
  readonly tags: readonly string[];
}

/** What an agent can do beyond single answers. */
export interface A2aCapabilities {
  /** Whether it answers with streams. */
  readonly streaming: boolean;
  /** Whether it calls addresses of its callers. */
  readonly pushNotifications: boolean;
}

/** Scopes that a scheme needs. */
export class A2aScopes {
  /** Their names; no scheme of this server needs any. */
  list!: readonly string[];
}

/** A way to authenticate. */
export class A2aSecurityRequirement {
  /** Schemes that are used together, by name. */
  schemes!: Readonly<Record<string, A2aScopes>>;
}

/** A card of the A2A protocol, with the members of the versions 1.0 and 0.3. */
export class A2aAgentCard {
  /** Title of the agent. */
  name!: string;
  /** What it is for. */
  description!: string;
  /** Version of the agent. */
  version!: string;
  /** Where it takes messages. */
  supportedInterfaces!: readonly A2aInterface[];
  /** What it can do. */
  capabilities!: A2aCapabilities;
  /** How callers authenticate, by name. */
  securitySchemes!: Readonly<Record<string, A2aSecurityScheme>>;
  /** One of them is enough. */
  securityRequirements!: readonly A2aSecurityRequirement[];
  /** Media types that it reads. */
  defaultInputModes!: readonly string[];
  /** Media types that it writes. */
  defaultOutputModes!: readonly string[];
  /** Its workflows. */
  skills!: readonly A2aSkill[];
  /** For version 0.3. */
  protocolVersion!: string;
  /** For version 0.3: address of its messages. */
  url!: string;
  /** For version 0.3: `JSONRPC`. */
  preferredTransport!: string;
  /** For version 0.3: one of the schemes is enough. */
  security!: readonly Readonly<Record<string, readonly string[]>>[];
}
