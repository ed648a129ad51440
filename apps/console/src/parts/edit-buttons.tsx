import { Button, Group } from '@mantine/core';

/** A button of one object in a list of them. */
interface OwnButton {
  readonly text: string;
  /** For those who do not see which object it is beside. */
  readonly label: string;
  readonly onClick: () => void;
}

interface EditButtonsProps {
  readonly edit: OwnButton;
  readonly remove: OwnButton;
}

/** Changes or deletes one object of a list. */
export function EditButtons({ edit, remove }: EditButtonsProps) {
  return (
    <Group gap={4} wrap="nowrap">
      <Button size="compact-sm" variant="subtle" aria-label={edit.label} onClick={edit.onClick}>
        {edit.text}
      </Button>
      <Button size="compact-sm" variant="subtle" color="red" aria-label={remove.label} onClick={remove.onClick}>
        {remove.text}
      </Button>
    </Group>
  );
}
