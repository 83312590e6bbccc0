import ts from 'typescript';

type Part = { text: string; isRequired: boolean };

const printer = ts.createPrinter({ removeComments: true });

/**
 * The breaks between two surfaces of a package: what is removed or changed, and members that are new and required,
 * which a caller may have to provide. Comments are no part of a surface.
 */
export function surfaceBreaks(before: string, after: string): { name: string; reason: string }[] {
  const [old, now] = [partsOf(before), partsOf(after)];
  /** Whether the loss of a part is not reported by that of its export or of the part that holds it. */
  const isOwnBreak = (name: string) => {
    const holder = holderOf(name);
    return holder === undefined ? name.startsWith('export ') : now.has(holder) || !old.has(holder);
  };
  const lost = [...old].flatMap(([name, { text }]) => {
    const next = now.get(name)?.text;
    if (next === text || (next === undefined && !isOwnBreak(name))) return [];
    return [{ name, reason: next === undefined ? 'removed' : `changed from ${text} to ${next}` }];
  });
  const demanded = [...now].filter(
    ([name, { isRequired }]) => isRequired && !old.has(name) && old.has(holderOf(name) ?? ''),
  );
  return [...lost, ...demanded.map(([name]) => ({ name, reason: 'new and required' }))];
}

const holderOf = (name: string): string | undefined => /^(.+)\./.exec(name)?.[1];

/** The exports, declarations and members of a surface by name, such as `Route.path`. */
function partsOf(surface: string): ReadonlyMap<string, Part> {
  const file = ts.createSourceFile('surface.d.ts', surface, ts.ScriptTarget.Latest, true);
  const parts = new Map<string, Part>();
  const textOf = (node: ts.Node) => printer.printNode(ts.EmitHint.Unspecified, node, file).replace(/\s+/g, ' ');
  const add = (name: string, text: string, isRequired = false) => {
    // Overloads share a name.
    const earlier = parts.get(name);
    parts.set(name, { text: earlier ? `${earlier.text} ${text}` : text, isRequired });
  };
  const addMembers = (holder: string, members: readonly (ts.TypeElement | ts.ClassElement)[]) => {
    for (const member of members.filter((each) => !ts.isConstructorDeclaration(each))) {
      const isSignature = ts.isPropertySignature(member) || ts.isMethodSignature(member);
      const text = textOf(member);
      // An index has no name.
      add(
        `${holder}.${member.name?.getText() ?? ts.SyntaxKind[member.kind]}`,
        text,
        isSignature && !member.questionToken,
      );
    }
  };
  /** How a class is constructed; an interface in its place has no such part. */
  const addConstructor = (name: string, declaration: ts.ClassDeclaration) => {
    const isAbstract = declaration.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AbstractKeyword);
    const declared = declaration.members.filter(ts.isConstructorDeclaration).map(textOf).join(' ');
    add(`${name}.Constructor`, `${isAbstract ? 'abstract ' : ''}${declared || 'constructor();'}`);
  };
  const visit = (statement: ts.Statement, within = ''): void => {
    if (ts.isInterfaceDeclaration(statement) || ts.isClassDeclaration(statement)) {
      const name = `${within}${statement.name?.text}`;
      if (ts.isClassDeclaration(statement)) addConstructor(name, statement);
      add(name, [...(statement.typeParameters ?? []), ...(statement.heritageClauses ?? [])].map(textOf).join(' '));
      addMembers(name, statement.members);
    } else if (ts.isTypeAliasDeclaration(statement) && ts.isTypeLiteralNode(statement.type)) {
      add(`${within}${statement.name.text}`, (statement.typeParameters ?? []).map(textOf).join(' '));
      addMembers(`${within}${statement.name.text}`, statement.type.members);
    } else if (ts.isTypeAliasDeclaration(statement) || ts.isFunctionDeclaration(statement)) {
      add(`${within}${statement.name?.text}`, textOf(statement));
    } else if (ts.isVariableStatement(statement)) {
      for (const declaration of statement.declarationList.declarations)
        add(`${within}${declaration.name.getText()}`, textOf(declaration));
    } else if (ts.isEnumDeclaration(statement)) {
      const name = `${within}${statement.name.text}`;
      add(name, (statement.modifiers ?? []).map(textOf).join(' '));
      for (const member of statement.members) add(`${name}.${member.name.getText()}`, textOf(member));
    } else if (ts.isExportAssignment(statement)) {
      add('export default', textOf(statement.expression));
    } else if (ts.isModuleDeclaration(statement) && statement.body && ts.isModuleBlock(statement.body)) {
      for (const inner of statement.body.statements) visit(inner, `${statement.name.text}.`);
    } else if (
      ts.isExportDeclaration(statement) &&
      statement.exportClause &&
      ts.isNamedExports(statement.exportClause)
    ) {
      for (const { name, propertyName = name, isTypeOnly } of statement.exportClause.elements) {
        add(`export ${name.text}`, propertyName.text);
        if (!isTypeOnly && !statement.isTypeOnly) add(`export ${name.text}.value`, 'value');
      }
    }
  };
  for (const statement of file.statements) visit(statement);
  return parts;
}
