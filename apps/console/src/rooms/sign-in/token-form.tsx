import { Button, Collapse, PasswordInput, Stack, Text } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BusyButton } from '../../parts/busy-button';

interface TokenFormProps {
  readonly isPending: boolean;
  readonly onToken: (token: string) => void;
}

/** Signs in with a token, for those who have no password here. */
export function TokenForm({ isPending, onToken }: TokenFormProps) {
  const { t } = useTranslation('sign-in');
  const [isOpen, setOpen] = useState(false);
  const [token, setToken] = useState('');
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (token.trim() !== '' && !isPending) onToken(token.trim());
  };
  return (
    <div>
      <Button variant="subtle" fullWidth aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t('withToken')}
      </Button>
      <Collapse expanded={isOpen}>
        {isOpen && (
          <form onSubmit={submit}>
            <Stack pt="sm">
              <PasswordInput
                label={t('token')}
                value={token}
                onChange={(event) => setToken(event.currentTarget.value)}
                autoComplete="current-password"
                spellCheck={false}
                autoFocus
                required
              />
              <BusyButton type="submit" variant="default" isBusy={isPending}>
                {t('submitToken')}
              </BusyButton>
              <Text size="sm" c="dimmed">
                {t('firstStart')}
              </Text>
            </Stack>
          </form>
        )}
      </Collapse>
    </div>
  );
}
