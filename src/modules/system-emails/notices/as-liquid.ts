/** Escapes text so that Liquid renders it unchanged. */
export const asLiquid = (text: string): string => text.replace(/\{(?=[{%])/g, `{{ '{' }}`);
