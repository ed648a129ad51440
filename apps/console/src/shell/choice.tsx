import { Menu } from '@mantine/core';
import { OneLine } from '../parts/one-line';

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: T; readonly text: string; readonly lang?: string }[];
  readonly value: T | undefined;
  readonly onChange: (value: T) => void;
}

/** One of a few, inside a menu. */
export function Choice<T extends string>({ label, options, value, onChange }: ChoiceProps<T>) {
  return (
    <div role="group" aria-label={label}>
      <Menu.Label aria-hidden>{label}</Menu.Label>
      {options.map((option) => (
        <Menu.RadioItem
          key={option.value}
          value={option.value}
          lang={option.lang}
          checked={option.value === value}
          onChange={() => onChange(option.value)}
        >
          <OneLine size="sm">{option.text}</OneLine>
        </Menu.RadioItem>
      ))}
    </div>
  );
}
