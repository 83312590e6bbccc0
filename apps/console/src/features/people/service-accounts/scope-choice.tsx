import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Checkbox, Input, Table } from '@mantine/core';

/** The domains of scopes, and whether there is a scope to write. */
const DOMAINS: { domain: string; label: MessageDescriptor; isWritable: boolean }[] = [
  { domain: 'orders', label: msg`Orders`, isWritable: true },
  { domain: 'catalogue', label: msg`Catalogue`, isWritable: true },
  { domain: 'people', label: msg`People`, isWritable: true },
  { domain: 'webhooks', label: msg`Webhooks`, isWritable: true },
  { domain: 'audit', label: msg`Audit log`, isWritable: false },
];

type ScopeChoiceProps = {
  chosen: readonly string[];
  change: (chosen: string[]) => void;
  error?: string | undefined;
};

/** Selects what a service account may do, by domain. To write includes to read. */
export function ScopeChoice({ chosen, change, error }: ScopeChoiceProps) {
  const { t } = useLingui();
  const set = (domain: string, scope: string | null) =>
    change([...chosen.filter((other) => other.split(':')[0] !== domain), ...(scope ? [scope] : [])]);
  return (
    <Input.Wrapper
      label={t`Scopes`}
      labelElement="div"
      description={t`What the account may do with the data that its roles let it see. To write includes to read.`}
      error={error}
    >
      <Table mt="xs" withRowBorders={false} verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">
              <Trans>Domain</Trans>
            </Table.Th>
            <Table.Th scope="col">
              <Trans>Read</Trans>
            </Table.Th>
            <Table.Th scope="col">
              <Trans>Write</Trans>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {DOMAINS.map(({ domain, label, isWritable }) => {
            const name = t(label);
            const [read, write] = [`${domain}:read`, `${domain}:write`];
            const isWritten = chosen.includes(write);
            return (
              <Table.Tr key={domain}>
                <Table.Th scope="row" fw={400}>
                  {name}
                </Table.Th>
                <Table.Td>
                  <Checkbox
                    aria-label={t`Read: ${name}`}
                    checked={isWritten || chosen.includes(read)}
                    disabled={isWritten}
                    onChange={({ currentTarget }) => set(domain, currentTarget.checked ? read : null)}
                  />
                </Table.Td>
                <Table.Td>
                  {isWritable && (
                    <Checkbox
                      aria-label={t`Write: ${name}`}
                      checked={isWritten}
                      onChange={({ currentTarget }) => set(domain, currentTarget.checked ? write : read)}
                    />
                  )}
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </Input.Wrapper>
  );
}
