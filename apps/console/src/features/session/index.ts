export { AccountMenu } from './account-menu.tsx';
export { SignInAgain } from './sign-in-again.tsx';
export { signInOptionsQuery } from './sign-in-options.ts';
