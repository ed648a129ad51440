import { Handles } from '@lectern/bus';
import {
  AppError,
  beginWith,
  invalidRequest,
  KnowledgeBoxId,
  message,
  openOn,
  operation,
  type Request,
  socket,
  streamOperation,
} from '@lectern/contracts/core';
import { Controller, Module } from '@nestjs/common';
import { IsBoolean, IsIn, IsInt, IsOptional, IsString, MaxLength } from 'class-validator';

/** A talk without types of messages, whose runs outlive their sockets: as agents have them. */
class Place {
  @KnowledgeBoxId() kbid!: string;
  @IsString() session!: string;
  @IsOptional() @IsString() topic?: string;
}

class Wish {
  @IsBoolean() keep_open: boolean = false;
  @IsOptional() @IsInt() from_cursor?: number;
}

class Question {
  @IsString() @MaxLength(20) question!: string;
  @IsOptional() @IsIn([0]) operation?: number;
}

class Reply {
  @IsString() request_id!: string;
  @IsString() response!: string;
}

class Stop {
  @IsInt() operation!: number;
}

class Resumption {
  @IsInt() from!: number;
}

class Opened {
  session!: string;
}

class AskedQuestion extends Question {
  @IsString() kept!: string;
}

/** One value of a run. */
export class Said {
  @IsInt() seq!: number;
  @IsOptional() @IsString() step?: string;
  /** The client is asked for something. */
  @IsOptional() @IsString() asks?: string;
  @IsOptional() @IsBoolean() isDone?: boolean;
}

class Frame {
  @IsOptional() @IsInt() seq?: number;
}

const deadlineMs = 5_000;
const openInterview = operation({
  name: 'test.interview.open',
  summary: 'Open',
  params: Place,
  answer: Opened,
  deadlineMs,
});
const askQuestion = streamOperation({
  name: 'test.interview.ask',
  summary: 'Ask',
  params: Place,
  body: AskedQuestion,
  answer: Said,
  deadlineMs,
});
const followRun = streamOperation({
  name: 'test.interview.follow',
  summary: 'Follow',
  params: Place,
  body: Resumption,
  answer: Said,
  deadlineMs,
});
const replyToRun = operation({
  name: 'test.interview.reply',
  summary: 'Reply',
  params: Place,
  body: Reply,
  deadlineMs,
});
const stopRun = operation({ name: 'test.interview.stop', summary: 'Stop', params: Place, deadlineMs });

interface Noted {
  readonly awaits: string | undefined;
  readonly isDone: boolean;
}

const notes = ({ asks, isDone = false }: Said): Noted => ({ awaits: asks, isDone });
const frame = ({ seq, step, asks, isDone }: Said) => ({ seq, step, asks, isDone });
const UNEXPECTED = 'Unexpected message from user';

export const interview = socket<Place, Wish, Noted>({
  name: 'test.interview.socket',
  summary: 'Interview',
  http: {
    path: [
      '/api/v1/kb/{kbid}/interview/{session}/ws',
      '/api/v1/kb/{kbid}/topic/{topic}/interview/{session}/ws',
      '/old/{kbid}/{session}/ws',
    ],
    host: 'zone',
  },
  policy: { credentials: ['sa', 'user', 'eph'], role: 'READER', on: 'kb' },
  params: Place,
  query: Wish,
  frames: Frame,
  opens: openOn<typeof openInterview, Place, Wish>({ calls: openInterview, input: ({ params }) => ({ params }) }),
  begins: beginWith<Resumption, typeof followRun, Place, Wish, Noted>({
    message: ({ query: { from_cursor: from } }) => (from === undefined ? undefined : { from }),
    calls: followRun,
    input: (body, { params }) => ({ params, body }),
    frame,
    notes,
    closes: ({ last, error }) => last?.isDone === true || error?.code === 'not_found',
  }),
  kindOf: (said) => {
    if ('request_id' in said) return 'reply';
    if ('operation' in said && said.operation === 1) return 'stop';
    return 'nonsense' in said ? undefined : 'question';
  },
  refuses: ({ kind }, { running }) => {
    if (kind === 'stop') return undefined;
    const awaits = running.some(({ noted }) => noted?.awaits !== undefined);
    if (awaits && kind === 'reply') return undefined;
    if (awaits) return invalidRequest([{ type: 'missing', loc: ['body', 'request_id'], msg: 'Field required' }]);
    const isFree = running.every(({ noted }) => noted?.isDone);
    return kind === 'question' && isFree ? undefined : new AppError('conflict', UNEXPECTED);
  },
  messages: {
    question: message<Question, typeof askQuestion, Place, Wish, Noted>({
      takes: Question,
      calls: askQuestion,
      input: (body, { params, headers }) => ({ params, body: { ...body, kept: JSON.stringify(headers) } }),
      frame,
      notes,
      closes: ({ last }, { query }) => last?.isDone === true && !query.keep_open,
    }),
    reply: message<Reply, typeof replyToRun, Place>({
      takes: Reply,
      calls: replyToRun,
      input: (body, { params }) => ({ params, body }),
      frame: () => undefined,
    }),
    stop: message<Stop, typeof stopRun, Place>({
      takes: Stop,
      calls: stopRun,
      input: (_, { params }) => ({ params }),
      frame: () => undefined,
      closes: () => true,
    }),
  },
  failure: ({ code, message: text, details: { detail } }) =>
    code === 'invalid_request'
      ? { exception: { detail: 'Invalid request payload', extra: { validation_errors: detail } } }
      : { exception: { detail: text } },
});

/** One run, in the memory of the process that began it. */
export class Run {
  readonly said: Said[] = [];
  readonly stopped = new AbortController();
  private readonly waiting: (() => void)[] = [];

  say(value: Omit<Said, 'seq'>): void {
    this.said.push({ ...value, seq: this.said.length });
    for (const wake of this.waiting.splice(0)) wake();
  }

  async *from(first: number): AsyncGenerator<Said> {
    for (let at = first; ; at += 1) {
      while (at >= this.said.length) await new Promise<void>((resolve) => this.waiting.push(resolve));
      const { [at]: value } = this.said;
      if (value) yield value;
      if (value?.isDone) return;
    }
  }
}

/** By session. */
export const runs = new Map<string, Run>();
export const openings: Promise<void>[] = [];

@Controller()
class InterviewHandlers {
  @Handles(openInterview)
  async open({ params: { session } }: Request<typeof openInterview>): Promise<Opened> {
    if (session === 'missing') throw new AppError('not_found', `Session '${session}' does not exist`);
    await openings.shift();
    return { session };
  }

  @Handles(askQuestion)
  async *ask({ params: { session, topic = '' }, body }: Request<typeof askQuestion>): AsyncGenerator<Said> {
    const run = new Run();
    runs.set(session, run);
    run.say({ step: `${topic}${body.question}` });
    if (body.question === 'headers') run.say({ step: body.kept });
    if (body.question === 'confirm') run.say({ asks: 'sure?' });
    else if (body.question !== 'wait') run.say({ isDone: true });
    yield* run.from(0);
  }

  @Handles(followRun)
  async *follow({ params: { session }, body }: Request<typeof followRun>): AsyncGenerator<Said> {
    const run = runs.get(session);
    if (!run) throw new AppError('not_found', 'Nothing runs here');
    yield* run.from(body.from);
  }

  @Handles(replyToRun)
  async reply({ params: { session }, body }: Request<typeof replyToRun>): Promise<null> {
    const run = runs.get(session);
    run?.say({ step: `You said ${body.response}` });
    run?.say({ isDone: true });
    return null;
  }

  @Handles(stopRun)
  async stop({ params: { session } }: Request<typeof stopRun>): Promise<null> {
    runs.get(session)?.stopped.abort();
    return null;
  }
}

@Module({ controllers: [InterviewHandlers] })
export class InterviewModule {}
