import { Button, type ButtonProps, Loader } from '@mantine/core';
import type { ComponentPropsWithoutRef } from 'react';

interface BusyButtonProps extends ButtonProps, Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps> {
  readonly isBusy: boolean;
}

/**
 * A button that shows that its work is running, and ignores clicks until then. It is not disabled: that would take the
 * focus away from people who pressed it by keyboard. The form of a submit button has to ignore a second submit itself.
 */
export function BusyButton({ isBusy, leftSection, onClick, ...props }: BusyButtonProps) {
  const loader = <Loader size={16} color="currentColor" aria-hidden />;
  return (
    <Button
      {...props}
      aria-busy={isBusy}
      leftSection={isBusy ? loader : leftSection}
      onClick={isBusy ? undefined : onClick}
    />
  );
}
