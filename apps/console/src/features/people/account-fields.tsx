import { TextInput } from '@mantine/core';
import { errorOf } from '#components/save-form.tsx';

type AccountNames = { name: string; email: string; username: string };

type AccountFieldsProps = {
  values: AccountNames;
  change: (part: Partial<AccountNames>) => void;
  /** What the server refused, by the name of the field. */
  fieldErrors: Record<string, string>;
  /** Of an account that is about to be made: the username that it gets where none is typed. */
  suggestion?: string;
};

/** The names of an account. */
export function AccountFields({ values, change, fieldErrors, suggestion }: AccountFieldsProps) {
  const isNew = suggestion !== undefined;
  return (
    <>
      <TextInput
        label="Name"
        value={values.name}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
        error={errorOf('The name', fieldErrors.name)}
        autoComplete="off"
        data-autofocus
      />
      <TextInput
        type="email"
        label="E-mail"
        description={isNew && 'To log in with. Nothing is sent there.'}
        value={values.email}
        onChange={({ currentTarget }) => change({ email: currentTarget.value })}
        error={errorOf('The address', fieldErrors.email)}
        autoComplete="off"
      />
      <TextInput
        label="Username"
        description={isNew && 'Another name to log in with.'}
        placeholder={suggestion}
        value={values.username}
        onChange={({ currentTarget }) => change({ username: currentTarget.value })}
        error={errorOf('The username', fieldErrors.username)}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
    </>
  );
}
