/** An id as Phoenix gives it to what its server keeps: the kind and a number, in base64. */
export const globalId = (kind: string, number: number): string => btoa(`${kind}:${number}`);
