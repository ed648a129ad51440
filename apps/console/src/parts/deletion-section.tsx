import { Button, Paper, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { ConfirmByName } from './confirm-by-name';

interface DeletionSectionProps {
  readonly title: string;
  /** The consequence, in a sentence. */
  readonly text: string;
  /** Why it cannot be deleted now, instead of the consequence. */
  readonly obstacle?: string;
  /** False: there is no button. */
  readonly mayDelete?: boolean;
  /** The text to type. */
  readonly name: string;
  /** Text of the button that does it. */
  readonly action: string;
  readonly onDelete: () => void;
  readonly isPending: boolean;
  /** Of the last try. */
  readonly error: unknown;
}

/** The way to delete what a page is about: its name has to be typed. */
export function DeletionSection(props: DeletionSectionProps) {
  const { title, text, obstacle, mayDelete = true, name, action, onDelete, isPending, error } = props;
  const [opened, { open, close }] = useDisclosure();
  return (
    <Paper withBorder p="md" component="section">
      <Stack gap="xs" align="flex-start">
        <Title order={2} size="h4">
          {title}
        </Title>
        <Text>{obstacle ?? text}</Text>
        {mayDelete && (
          <Button color="red" variant="outline" onClick={open}>
            {title}
          </Button>
        )}
      </Stack>
      <ConfirmByName {...{ opened, title, name, action, isPending, error }} onClose={close} onConfirm={onDelete}>
        {text}
      </ConfirmByName>
    </Paper>
  );
}
