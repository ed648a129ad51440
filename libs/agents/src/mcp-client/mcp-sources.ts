import { createHash } from 'node:crypto';
import { readConfig } from '@lectern/config';
import { secretsOf, driverConfigs } from '@lectern/contracts/agents';
import { AppError, type Principal } from '@lectern/contracts/core';
import { Egress } from '@lectern/egress';
import { Injectable } from '@nestjs/common';
import { programNamed } from '../driver/allowed-programs';
import { programsSlice } from '../driver/allowed-programs.config';
import { DriverAccounts } from '../driver/driver-accounts';
import type { OpenedDriver } from '../driver/driver.service';
import type { InteractionUser } from '../engine/asking-back';
import type { McpCallOptions, McpDialog, McpPrompt, McpResult, McpSource, McpTool } from '../engine/mcp-source';
import { Concealed } from './concealed';
import { ConnectionRoom } from './connection-room';
import { McpConnection, type McpRequest } from './mcp-connection';
import { mcpPromptOf, promptResultOf, toolOf, toolResultOf } from './mcp-contents';
import { isOutdated, mcpFailure } from './mcp-failures';
import { allPages, McpLists } from './mcp-lists';
import { httpTransport } from './mcp-transport';
import { programTransport } from './program-transport';
import { SignInNeeded } from './sign-in-needed';
import { UserAccount } from './user-account';

const providers = ['mcphttp', 'mcpsse', 'mcpstdio'];
/** Streams that all connections of a process have open to one origin: each takes one of its connections. */
const STREAMS_OF_ORIGIN_MAX = 8;
/** Programs of one agent that run at the same time, and of all agents of a process. */
const PROGRAMS = { ofAgentMax: 4, max: 16 };

/** For whom a server is asked. */
export interface McpCaller {
  readonly agent: string;
  readonly principal: Principal;
  /** Who signs in. */
  readonly user: InteractionUser;
  /** Aborted when the interaction ends, which closes the connection. */
  readonly signal: AbortSignal;
}

/** Opens MCP servers of drivers. */
@Injectable()
export class McpSources {
  private readonly lists = new McpLists();
  private readonly streams = new ConnectionRoom(STREAMS_OF_ORIGIN_MAX);
  private readonly allowed = readConfig(programsSlice).MCP_STDIO_SERVERS;
  private readonly programs = new ConnectionRoom(PROGRAMS.ofAgentMax, PROGRAMS.max);

  constructor(
    private readonly web: Egress,
    private readonly accounts: DriverAccounts,
  ) {}

  /** @throws AppError `invalid_request` for a driver of something else, or of a program that is not allowed */
  open(driver: OpenedDriver, caller: McpCaller, dialog: McpDialog): McpSource {
    const { identifier, provider } = driver;
    if (!providers.includes(provider))
      throw new AppError(
        'invalid_request',
        `The driver ${identifier} is of ${provider}, not of ${providers.join(' or ')}`,
      );
    const own = provider === 'mcpstdio' ? this.programOf(driver, caller.agent).program.env : {};
    const concealed = new Concealed([...secretsIn(driver, dialog), own]);
    const account = this.accountOf(driver, caller, concealed);
    const key = keyOf(driver, caller, dialog);
    const keys = { tools: `tools ${key}`, prompts: `prompts ${key}` };
    const forget = () => Object.values(keys).forEach((one) => this.lists.forget(one));
    let opening: Promise<McpConnection> | undefined;
    const connection = () => (opening ??= this.connect(driver, { caller, dialog, account, onListChanged: forget }));
    const once = async (one: McpRequest, options: McpCallOptions) => {
      try {
        return await (await connection()).request(one, options);
      } catch (error) {
        options.signal.throwIfAborted();
        const open = await opening?.catch(() => undefined);
        // The next call opens another one.
        if (!open?.isOpen || error instanceof SignInNeeded) opening = undefined;
        if (isOutdated(error)) forget();
        throw error;
      }
    };
    const request = async (one: McpRequest, options: McpCallOptions) => {
      try {
        return await once(one, options).catch(async (error: unknown) => {
          // The server has done nothing for a caller whom it does not let in.
          if (!(error instanceof SignInNeeded) || !account) throw error;
          await account.renew(error.challenge);
          return once(one, options);
        });
      } catch (error) {
        options.signal.throwIfAborted();
        throw mcpFailure(error, identifier);
      }
    };
    const { signal } = caller;
    const listed = (one: McpRequest) => request(one, { signal });
    return {
      identifier,
      transport: provider === 'mcpstdio' ? 'STDIO' : 'HTTP',
      tools: () =>
        this.lists.get<readonly McpTool[]>(keys.tools, () =>
          allPages('tools/list', (value) => toolOf(value, concealed), listed),
        ),
      prompts: () =>
        this.lists.get<readonly McpPrompt[]>(keys.prompts, async () => {
          await listed({ method: 'ping' });
          if (!(await connection()).offers('prompts')) return [];
          return allPages('prompts/list', (value) => mcpPromptOf(value, concealed), listed);
        }),
      call: async (name, given, options): Promise<McpResult> =>
        toolResultOf(await request({ method: 'tools/call', params: { name, arguments: given } }, options), concealed),
      prompt: async (name, given, options): Promise<McpResult> =>
        promptResultOf(
          await request({ method: 'prompts/get', params: { name, arguments: given } }, options),
          concealed,
        ),
    };
  }

  /** @throws AppError `invalid_request` */
  private programOf({ config }: OpenedDriver, agent: string) {
    const program = programNamed(this.allowed, String(config['server']));
    return { program, enter: () => this.programs.enter(agent) };
  }

  /** Undefined for drivers that have credentials of their own. */
  private accountOf(driver: OpenedDriver, caller: McpCaller, concealed: Concealed): UserAccount | undefined {
    // Checked against the class of the provider.
    const { headers = {} } = driver.config as { readonly headers?: Readonly<Record<string, string>> };
    const hasOwn = Object.keys(headers).some((name) => name.toLowerCase() === 'authorization');
    if (driver.provider !== 'mcphttp' || hasOwn) return undefined;
    const { web, accounts } = this;
    return new UserAccount({ ...caller, driver, web, accounts, onToken: (tokens) => concealed.add(tokens) });
  }

  private async connect(
    driver: OpenedDriver,
    { caller: { agent, signal }, dialog, account, onListChanged }: ConnectOptions,
  ): Promise<McpConnection> {
    const { identifier, provider } = driver;
    const { web, streams } = this;
    await account?.load();
    const token = account && (() => account.token);
    const connection = await McpConnection.open({ identifier, dialog, signal, onListChanged }, (watcher) =>
      provider === 'mcpstdio'
        ? programTransport(driver, { ...this.programOf(driver, agent), failed: watcher.failed })
        : httpTransport(driver, { web, streams, dialog, watcher, ...(token && { token }) }),
    );
    if (signal.aborted) void connection.close();
    signal.addEventListener('abort', () => void connection.close(), { once: true });
    return connection;
  }
}

interface ConnectOptions {
  readonly account: UserAccount | undefined;
  readonly caller: McpCaller;
  readonly dialog: McpDialog;
  readonly onListChanged: () => void;
}

/** Values that a server was sent, and may repeat. */
function secretsIn({ provider, config }: OpenedDriver, { headers }: McpDialog): readonly unknown[] {
  const type = driverConfigs[provider];
  return [...(type ? secretsOf(type).map((name) => config[name]) : []), headers];
}

/** Lists belong to a driver with these settings, and to the caller, whom the server may know. */
function keyOf(
  { provider, id, config }: OpenedDriver,
  { agent, principal }: McpCaller,
  { headers }: McpDialog,
): string {
  const whole = JSON.stringify([agent, provider, id, config, headers, principal.kind, principal.id]);
  return createHash('sha256').update(whole).digest('base64url');
}
