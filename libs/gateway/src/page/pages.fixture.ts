import { Handles } from '@lectern/bus';
import {
  AppError,
  FORM_TOKEN,
  html,
  ListOf,
  operation,
  type PageParts,
  type Policy,
  type Request,
  text,
} from '@lectern/contracts/core';
import { Controller, Module } from '@nestjs/common';
import { IsInt, IsOptional, IsString, MaxLength, Min } from 'class-validator';

const anyone: Policy = { credentials: ['none'], role: 'any', on: 'nothing' };
const signedIn: Policy = { credentials: ['user'], role: 'any', on: 'self', session: 'page' };
const page = { host: 'zone', success: 200, reply: 'html' } as const;

export class Greeting {
  name!: string;
}

export class SignUp {
  @IsString() @MaxLength(20) name!: string;
  @IsOptional() @IsInt() @Min(18) age?: number;
  @ListOf(text()) topics: string[] = [];
}

export class Address {
  to!: string;
}

export class Wanted {
  @IsString() to!: string;
}

const greetingPage = ({ name }: Greeting, { formToken }: PageParts) => ({
  body: html`<form method="post"><input name="${FORM_TOKEN}" value="${formToken}" /><b>${name}</b></form>`,
});

export const showForm = operation({
  name: 'test.page.form',
  summary: 'Show a form',
  http: {
    ...page,
    method: 'GET',
    path: '/page',
    sources: { 'style-src': ["'self'"], 'form-action': ["'self'", 'https://id.example'] },
    respond: greetingPage,
  },
  policy: anyone,
  answer: Greeting,
  deadlineMs: 2_000,
});

export const signUp = operation({
  name: 'test.page.sign-up',
  summary: 'Sign up',
  http: {
    method: 'POST',
    path: '/page',
    host: 'zone',
    success: 303,
    reply: 'redirect',
    bodyKind: 'form',
    member: 'to',
  },
  policy: anyone,
  body: SignUp,
  answer: Address,
  deadlineMs: 2_000,
});

export const showOwn = operation({
  name: 'test.page.own',
  summary: 'Show a page of a session',
  http: {
    ...page,
    method: 'GET',
    path: '/own',
    respond: greetingPage,
    sources: { 'style-src': ["'self'"] },
    refusal: ({ message }) => ({ body: html`<p>${message}</p>` }),
  },
  policy: signedIn,
  answer: Greeting,
  deadlineMs: 2_000,
});

export const changeOwn = operation({
  name: 'test.page.change-own',
  summary: 'Change something in a session',
  http: { method: 'POST', path: '/own', host: 'zone', success: 303, reply: 'redirect', bodyKind: 'form', member: 'to' },
  policy: signedIn,
  body: SignUp,
  answer: Address,
  deadlineMs: 2_000,
});

export const readOwn = operation({
  name: 'test.page.read-own',
  summary: 'Read something as JSON',
  http: { method: 'GET', path: '/own.json', host: 'zone', success: 200 },
  policy: { credentials: ['user'], role: 'any', on: 'self' },
  answer: Greeting,
  deadlineMs: 2_000,
});

export const postForeign = operation({
  name: 'test.page.foreign',
  summary: 'Take a form of a program',
  http: { method: 'POST', path: '/token', host: 'zone', success: 200, bodyKind: 'form', takesForeignForms: true },
  policy: anyone,
  body: SignUp,
  answer: Greeting,
  deadlineMs: 2_000,
});

const leads = { policy: anyone, query: Wanted, answer: Address, deadlineMs: 2_000 };
const away = { method: 'GET', host: 'zone', success: 302, reply: 'redirect', member: 'to' } as const;

export const goHere = operation({
  ...leads,
  name: 'test.page.go-here',
  summary: 'Go to a path',
  http: { ...away, path: '/go' },
});

export const goAway = operation({
  ...leads,
  name: 'test.page.go-away',
  summary: 'Go anywhere',
  http: { ...away, path: '/leave', leavesOrigin: true },
});

export const pageOperations = [showForm, signUp, showOwn, changeOwn, readOwn, postForeign, goHere, goAway];

@Controller()
class PageHandlers {
  @Handles(showForm)
  async show(): Promise<Greeting> {
    return { name: '<script>alert("1")</script>' };
  }

  @Handles(signUp)
  async signUp({ body }: Request<typeof signUp>): Promise<Address> {
    if (body.name === 'taken') throw new AppError('conflict', 'Taken');
    return { to: `/welcome?${encodeURIComponent(JSON.stringify(body))}` };
  }

  @Handles(showOwn)
  async showOwn({ principal }: Request<typeof showOwn>): Promise<Greeting> {
    return { name: principal.id };
  }

  @Handles(changeOwn)
  async changeOwn({ principal }: Request<typeof changeOwn>): Promise<Address> {
    return { to: `/own?${principal.id}` };
  }

  @Handles(readOwn)
  async readOwn({ principal }: Request<typeof readOwn>): Promise<Greeting> {
    return { name: principal.id };
  }

  @Handles(postForeign)
  async foreign({ body }: Request<typeof postForeign>): Promise<Greeting> {
    return { name: body.name };
  }

  @Handles(goHere)
  async goHere({ query }: Request<typeof goHere>): Promise<Address> {
    return { to: query.to };
  }

  @Handles(goAway)
  async goAway({ query }: Request<typeof goAway>): Promise<Address> {
    return { to: query.to };
  }
}

@Module({ controllers: [PageHandlers] })
export class PagesModule {}
