import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import type { McpStdioConfig } from '@lectern/contracts/agents';
import { AppError } from '@lectern/contracts/core';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { AllowedProgram } from '../driver/allowed-programs.config';
import type { OpenedDriver } from '../driver/driver.service';
import { MessageLines } from './message-lines';
import { mcpFailure } from './mcp-failures';

/** Messages that one connection receives. */
const MESSAGES_MAX = 10_000;
/** Messages that are read without letting others run. */
const MESSAGES_PER_TURN = 20;
/** Bytes that wait for a program that does not read. */
const WAITING_BYTES_MAX = 4 * 1024 ** 2;
/** For a program whose input has ended, and then for one that was asked to end. */
const ENDING_MS = 500;

type Program = ChildProcessByStdio<Writable, Readable, null>;

/** How a transport to a program is made. */
export interface ProgramParts {
  readonly program: AllowedProgram;
  /** @returns a function to call when the program has ended; undefined when too many run */
  readonly enter: () => (() => void) | undefined;
  readonly failed: (error: AppError) => void;
}

/** A transport for a driver of `mcpstdio`, whose program starts with the connection. */
export async function programTransport(driver: OpenedDriver, parts: ProgramParts): Promise<Transport> {
  // The SDK reads and writes the messages; its own transport cannot end what a program has started.
  const { deserializeMessage, serializeMessage } = await import('@modelcontextprotocol/sdk/shared/stdio.js');
  return new ProgramTransport(driver, parts, { read: deserializeMessage, write: serializeMessage });
}

interface Serialization {
  readonly read: (line: string) => JSONRPCMessage;
  readonly write: (message: JSONRPCMessage) => string;
}

/** Speaks to a program over its standard input and output; it runs in a group of processes that ends as a whole. */
class ProgramTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  private program: Program | undefined;
  private isClosing = false;

  constructor(
    private readonly driver: OpenedDriver,
    private readonly parts: ProgramParts,
    private readonly messages: Serialization,
  ) {}

  async start(): Promise<void> {
    // Checked against the class of the provider.
    const { env } = this.driver.config as unknown as McpStdioConfig;
    const { program: allowed } = this.parts;
    const leave = this.parts.enter();
    if (!leave) throw new AppError('rate_limited', 'Too many MCP servers run as programs: try again later');
    // Nothing of the service's environment: it holds secrets.
    const own = { PATH: process.env['PATH'] ?? '', HOME: tmpdir(), LANG: 'C.UTF-8', TZ: 'UTC' };
    const program = spawn(allowed.command, [...allowed.args], {
      env: { ...own, ...allowed.env, ...env },
      cwd: tmpdir(),
      detached: true,
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    this.program = program;
    program.once('exit', () => {
      // What it has started ends with it, and what has left its group is no longer heard.
      this.signal('SIGKILL');
      setTimeout(() => program.stdout.destroy(), ENDING_MS).unref();
    });
    program.once('close', () => {
      leave();
      this.onclose?.();
    });
    program.stdin.on('error', () => undefined);
    // Rejects with the error of a program that cannot be started.
    await once(program, 'spawn').catch((error: unknown) => {
      leave();
      throw error;
    });
    void this.receive(program.stdout).catch((error: unknown) => this.fail(error));
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const input = this.program?.stdin;
    if (!input?.writable) throw new AppError('unavailable', 'The program of the MCP server has ended');
    if (input.writableLength > WAITING_BYTES_MAX)
      throw new AppError('unavailable', 'The program of the MCP server does not read');
    input.write(this.messages.write(message));
  }

  /** Idempotent. Resolves when the program and what it has started are gone. */
  async close(): Promise<void> {
    const { program } = this;
    if (!program || this.isClosing) return;
    this.isClosing = true;
    program.stdin.end();
    program.stdout.resume();
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      if (await hasEnded(program)) break;
      this.signal(signal);
    }
    this.signal('SIGKILL');
  }

  private async receive(output: Readable): Promise<void> {
    const lines = new MessageLines();
    let count = 0;
    // A stream of bytes. While a message is dealt with, no more are read.
    for await (const chunk of output as AsyncIterable<Buffer>)
      for (const line of lines.take(chunk)) {
        if (this.isClosing) return;
        count += 1;
        if (count > MESSAGES_MAX)
          throw new AppError('quota_exceeded', `The MCP server sends more than ${MESSAGES_MAX} messages`);
        if (count % MESSAGES_PER_TURN === 0) await turn();
        this.onmessage?.(this.messages.read(line));
      }
  }

  private fail(error: unknown): void {
    if (this.isClosing) return;
    this.parts.failed(mcpFailure(error, this.driver.identifier));
    void this.close();
  }

  /** To the program and all of its group. */
  private signal(signal: NodeJS.Signals): void {
    const pid = this.program?.pid;
    if (pid === undefined) return;
    try {
      process.kill(-pid, signal);
    } catch {
      // The group is empty.
    }
  }
}

/** Whether it ends within a moment. */
function hasEnded(program: Program): Promise<boolean> {
  if (program.exitCode !== null || program.signalCode !== null) return Promise.resolve(true);
  return new Promise((resolve) => {
    const settle = (isOver: boolean) => () => {
      clearTimeout(timer);
      program.off('exit', over);
      resolve(isOver);
    };
    const over = settle(true);
    const timer = setTimeout(settle(false), ENDING_MS);
    program.once('exit', over);
  });
}
