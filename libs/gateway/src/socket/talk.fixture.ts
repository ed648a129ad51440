import { setTimeout as sleep } from 'node:timers/promises';
import { Handles } from '@lectern/bus';
import { AppError, message, operation, type Request, socket, streamOperation } from '@lectern/contracts/core';
import { Controller, Module } from '@nestjs/common';
import { IsInt, IsOptional, IsString, Max, MaxLength } from 'class-validator';
import { Target } from '../gateway.fixture';

export class Counting {
  @IsInt() @Max(1_000_000) upTo!: number;
  /** Characters of each frame. */
  @IsOptional() @IsInt() size?: number;
  @IsOptional() @IsInt() pauseMs?: number;
}

export class Counted {
  value!: number;
  padding!: string;
}

export class Echoing {
  @IsString() @MaxLength(20) text!: string;
}

export class Echoed {
  text!: string;
  by!: string;
  kb?: string;
}

export class TalkQuery {
  @IsOptional() @IsInt() from?: number;
}

class TalkFrame {
  @IsString() type!: string;
}

class CountFrom extends Counting {
  @IsOptional() @IsInt() from?: number;
}

const countUp = streamOperation({
  name: 'test.talk.count',
  summary: 'Count',
  body: CountFrom,
  answer: Counted,
  deadlineMs: 10_000,
});
const echo = operation({
  name: 'test.talk.echo',
  summary: 'Say it again',
  body: Echoing,
  answer: Echoed,
  deadlineMs: 2_000,
});

export const talk = socket({
  name: 'test.talk.socket',
  summary: 'Talk',
  http: { path: '/api/v1/kb/{kbid}/talk', host: 'zone' },
  policy: { credentials: ['sa', 'user', 'eph'], role: 'READER', on: 'kb', session: 'page' },
  params: Target,
  query: TalkQuery,
  frames: TalkFrame,
  messages: {
    count: message<Counting, typeof countUp, Target, TalkQuery>({
      takes: Counting,
      calls: countUp,
      input: (body, { query }) => ({ body: { ...body, from: query.from } }),
      frame: ({ value, padding }) => (value % 2 === 1 ? undefined : { type: 'number', value, padding }),
      end: ({ upTo }) => ({ type: 'counted', upTo }),
    }),
    echo: message({
      takes: Echoing,
      calls: echo,
      input: (body) => ({ body }),
      frame: ({ text, by, kb }) => ({ type: 'echo', text, by, kb }),
    }),
    stop: { stops: ['count'] },
  },
  failure: ({ code, message: text }, kind) => ({ type: 'error', code, text, of: kind ?? null }),
});

/** Calls that the handlers below received, for tests. */
export const seen = { yielded: 0, cancelled: 0 };

@Controller()
class TalkHandlers {
  @Handles(countUp)
  async *count({ body, signal }: Request<typeof countUp>): AsyncGenerator<Counted> {
    try {
      for (let value = body.from ?? 0; value <= body.upTo; value += 1) {
        if (body.pauseMs !== undefined) await sleep(body.pauseMs, undefined, { signal });
        seen.yielded = value;
        yield { value, padding: 'x'.repeat(body.size ?? 0) };
      }
    } finally {
      if (signal.aborted) seen.cancelled += 1;
    }
  }

  @Handles(echo)
  async echo({ body, principal }: Request<typeof echo>): Promise<Echoed> {
    if (body.text === 'refused') throw new AppError('conflict', 'Not this');
    if (body.text === 'bug') throw new Error('secret');
    return { text: body.text, by: principal.id, kb: principal.kb };
  }
}

@Module({ controllers: [TalkHandlers] })
export class TalkModule {}
