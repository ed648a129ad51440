import { useHotkeys } from '@mantine/hooks';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';

const KEY = 'lectern.shortcuts';
const OFF = 'off';
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Single keys get in the way of people who dictate, so they can be switched off. */
export function useShortcutsSetting(): readonly [isOn: boolean, set: (isOn: boolean) => void] {
  const isOn = useSyncExternalStore(subscribe, () => localStorage.getItem(KEY) !== OFF);
  const set = (next: boolean) => {
    if (next) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, OFF);
    for (const listener of listeners) listener();
  };
  return [isOn, set];
}

/** `/` goes to the field of the page that searches, or to the search of the box; Ctrl+K to the choice of boxes. */
export function useShortcuts(): void {
  const [isOn] = useShortcutsSetting();
  const navigate = useNavigate();
  const { kbid } = useParams({ strict: false });
  const search = () => {
    if (focusOn('main input[type=search]') || kbid === undefined) return;
    void navigate({ to: '/boxes/$kbid/search', params: { kbid } });
  };
  const switchBox = () => {
    if (!focusOn('.box-switch input')) void navigate({ to: '/boxes' });
  };
  // Many keyboards have the slash above a digit.
  useHotkeys(
    isOn
      ? [
          ['/', search],
          ['shift+/', search],
        ]
      : [],
  );
  // Also while somebody writes: it is no sign of any text.
  useHotkeys(isOn ? [['mod+K', switchBox]] : [], []);
}

function focusOn(selector: string): boolean {
  const field = document.querySelector<HTMLInputElement>(selector);
  field?.focus();
  field?.select();
  return field !== null;
}
