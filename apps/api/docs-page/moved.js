/* The reference used to stand at /docs: links into it go on to where it is now. */

if (location.hash.startsWith('#/')) location.replace(`/docs/reference${location.hash}`);
