import { useLingui } from '@lingui/react/macro';
import { TextInput } from '@mantine/core';
import { errorOf } from '#components/save-form.tsx';

type AccountNames = { name: string; email: string; username: string };

type AccountFieldsProps = {
  values: AccountNames;
  change: (part: Partial<AccountNames>) => void;
  /** The server's error messages by field name. */
  fieldErrors: Record<string, string>;
  /** For a new account: the username that is used if none is entered. */
  suggestion?: string;
};

/** The names of an account. */
export function AccountFields({ values, change, fieldErrors, suggestion }: AccountFieldsProps) {
  const { t } = useLingui();
  const isNew = suggestion !== undefined;
  return (
    <>
      <TextInput
        label={t`Name`}
        value={values.name}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
        error={errorOf(t`The name`, fieldErrors.name)}
        autoComplete="off"
        data-autofocus
      />
      <TextInput
        type="email"
        label={t`E-mail`}
        description={isNew && t`Used to log in. No e-mail is sent.`}
        value={values.email}
        onChange={({ currentTarget }) => change({ email: currentTarget.value })}
        error={errorOf(t`The address`, fieldErrors.email)}
        autoComplete="off"
      />
      <TextInput
        label={t`Username`}
        description={isNew && t`Can also be used to log in.`}
        placeholder={suggestion}
        value={values.username}
        onChange={({ currentTarget }) => change({ username: currentTarget.value })}
        error={errorOf(t`The username`, fieldErrors.username)}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
    </>
  );
}
