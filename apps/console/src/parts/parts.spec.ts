/** @jest-environment <rootDir>/tools/jest-dom-environment.cjs */
import { ApiError } from '@lectern/client';
import { createElement, type ReactNode } from 'react';
import { screen, serverOfTests, showPart, textsOf, waitFor } from '../page.fixture';

serverOfTests();

const refusal = (status: number, body: unknown) => new ApiError('GET /x', status, body);

describe('an error in words', () => {
  const show = async (error: unknown, onRetry?: () => void, title?: string) => {
    const person = await showPart(async () => {
      const { FailureNotice } = await import('./failure-notice');
      return createElement(FailureNotice, { error, onRetry, title });
    });
    return { person, alert: await screen.findByRole('alert') };
  };

  it.each([
    [new TypeError('Failed to fetch'), 'The server does not answer.'],
    [refusal(502, '<h1>Bad gateway</h1>'), 'The server does not answer.'],
    [refusal(403, {}), 'You are not allowed to do this.'],
    [refusal(404, {}), 'This does not exist'],
    [refusal(422, {}), 'The server refused this.'],
    [refusal(402, {}), 'A limit has been reached'],
    [refusal(507, {}), 'A limit has been reached'],
    [refusal(429, {}), 'The server is busy.'],
    [refusal(500, {}), 'The server failed.'],
    [new Error('a fault'), 'This page has a fault.'],
    [new TypeError('undefined has no members'), 'This page has a fault.'],
  ])('of %s says what people can do', async (error, text) => {
    const { alert } = await show(error);
    expect(alert.textContent).toContain(text);
  });

  it('has the words of the server, as English', async () => {
    const { alert } = await show(refusal(409, { detail: 'The slug is taken' }));
    const words = alert.querySelector('[lang=en]');
    expect([words?.textContent, alert.textContent]).toEqual([
      'The slug is taken',
      expect.stringContaining('The server says: The slug is taken'),
    ]);
  });

  it('offers to try again only where that may help', async () => {
    const tries: string[] = [];
    const { person } = await show(refusal(503, {}), () => tries.push('again'));
    await person.click(screen.getByRole('button', { name: 'Try again' }));
    expect(tries).toEqual(['again']);
    await show(refusal(403, {}), () => tries.push('again'));
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('has the title that its place gives it', async () => {
    const { alert } = await show(refusal(500, {}), undefined, 'Nothing was saved');
    expect(alert.textContent).toMatch(/^Nothing was saved/);
  });
});

describe('a confirmation by name', () => {
  const show = async (more: object) => {
    const confirmed: string[] = [];
    const closed: string[] = [];
    const person = await showPart(async () => {
      const { ConfirmByName } = await import('./confirm-by-name');
      return createElement(ConfirmByName, {
        opened: true,
        onClose: () => closed.push('closed'),
        title: 'Delete the port',
        name: 'Cádiz',
        action: 'Delete',
        onConfirm: () => confirmed.push('deleted'),
        isPending: false,
        children: 'It is gone for good.',
        ...more,
      });
    });
    const dialog = await screen.findByRole('dialog', { name: 'Delete the port' });
    return { person, dialog, confirmed, closed };
  };

  it('asks for the very name', async () => {
    const { person, dialog, confirmed } = await show({});
    expect(dialog.textContent).toContain('It is gone for good.');
    const field = screen.getByRole('textbox', { name: 'Type Cádiz to confirm' });
    await person.type(field, 'Cadiz{Enter}');
    expect(confirmed).toEqual([]);
    await person.clear(field);
    await person.type(field, 'Cádiz{Enter}');
    expect(confirmed).toEqual(['deleted']);
  });

  it('does nothing twice while it runs', async () => {
    const { person, confirmed } = await show({ isPending: true });
    await person.type(screen.getByRole('textbox'), 'Cádiz{Enter}{Enter}');
    expect(confirmed).toEqual([]);
    expect(screen.getByRole('button', { name: 'Delete' }).getAttribute('aria-busy')).toBe('true');
  });

  it('shows why the last try failed', async () => {
    await show({ error: refusal(409, { detail: 'It is in use' }) });
    expect((await screen.findByRole('alert')).textContent).toContain('It is in use');
  });

  it('has names of other scripts in their direction, and signs as they are', async () => {
    await show({ name: '<b>قادس</b>' });
    const name = screen.getByText('<b>قادس</b>');
    expect([name.tagName, name.getAttribute('dir')]).toEqual(['SPAN', 'auto']);
  });

  it('can be left', async () => {
    const { person, closed } = await show({});
    await person.click(screen.getByRole('button', { name: 'Cancel' }));
    await person.click(screen.getByRole('button', { name: 'Close' }));
    await person.keyboard('{Escape}');
    expect(closed).toHaveLength(3);
  });
});

describe('data that is being loaded', () => {
  const show = (query: object) =>
    showPart(async () => {
      const { Loaded } = await import('./loaded');
      // As much of a query as is read.
      const props = { query, children: (data: string) => createElement('p', null, data) } as never;
      return createElement(Loaded, props) as ReactNode;
    });

  it('is announced', async () => {
    await show({ data: undefined, isError: false });
    await waitFor(() => expect(textsOf('status')).toEqual(['Loading']));
  });

  it('is shown even when reading it again has failed', async () => {
    await show({ data: 'Ebb', isError: true, error: refusal(500, {}) });
    expect(await screen.findByText('Ebb')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('that cannot be read can be read again', async () => {
    const tries: string[] = [];
    const person = await show({ isError: true, error: refusal(500, {}), refetch: async () => tries.push('again') });
    await person.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(tries).toEqual(['again']);
  });
});

describe('a text that is copied', () => {
  const show = async (isSecure: boolean, label?: string) => {
    Object.defineProperty(window, 'isSecureContext', { configurable: true, value: isSecure });
    return showPart(async () => {
      const { CopyText } = await import('./copy-text');
      return createElement(CopyText, { text: 'The sea falls.', label });
    });
  };

  it('is on the clipboard, and the button says so', async () => {
    const person = await show(true);
    await person.click(await screen.findByRole('button', { name: 'Copy' }));
    await screen.findByRole('button', { name: 'Copied' });
    expect(await navigator.clipboard.readText()).toBe('The sea falls.');
    expect(textsOf('status')).toContain('Copied');
  });

  it('may have a button with a name of its own', async () => {
    await show(true, 'Copy with sources');
    await screen.findByRole('button', { name: 'Copy with sources' });
  });

  it('has no button where browsers let no page copy', async () => {
    await show(false);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('quantities on the page', () => {
  const show = (name: 'Time' | 'ByteSize' | 'Count', props: object, languages = ['en']) =>
    showPart(async () => createElement((await import('./quantity'))[name] as never, props as never), { languages });

  it('of time have the exact one in their title', async () => {
    await show('Time', { at: '2020-01-31T12:00:00' });
    const time = await screen.findByText(/years ago/);
    expect([time.tagName, time.getAttribute('datetime')]).toEqual(['TIME', '2020-01-31T12:00:00.000Z']);
    expect(time.title).toContain('January');
  });

  it('of a text that is no date are not shown', async () => {
    await show('Time', { at: 'soon' });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(document.querySelector('time')).toBeNull();
  });

  it('of bytes are short, with all of them in the title', async () => {
    await show('ByteSize', { bytes: 1_540_000 }, ['es']);
    expect((await screen.findByText('1,5 MB')).title).toBe('1.540.000');
  });

  it('are counted in the way of the language', async () => {
    await show('Count', { value: 1_234_567 }, ['es']);
    expect(await screen.findByText('1.234.567')).toBeTruthy();
  });
});

describe('an empty list', () => {
  it('says why, and what to do', async () => {
    await showPart(async () => {
      const { EmptyState } = await import('./empty-state');
      const action = createElement('a', { href: '/add' }, 'Add');
      return createElement(EmptyState, { title: 'No tides', text: 'The moon is away.', action });
    });
    await screen.findByRole('heading', { level: 2, name: 'No tides' });
    expect([screen.getByText('The moon is away.').tagName, textsOf('link')]).toEqual(['P', ['Add']]);
  });
});
