import * as z from "zod";

/** The form of webhook bodies in a response. */
export const storedWebhookForm = z.object({
  isEnabled: z.boolean().meta({ description: "Always true." }),
  encodeData: z.boolean().meta({ description: "Sends bodies as base64 of their JSON." }),
  encryptData: z.boolean().meta({ description: "Encrypts bodies with `publicKey`." }),
  publicKey: z.string().meta({ description: "Your RSA public key; empty if there is none." }),
  enableDataProtection: z.boolean().meta({ description: "Always false." }),
});

interface Form {
  readonly encodeData: boolean;
  readonly encryptData: boolean;
  readonly publicKey: string;
}

export const fromWebhookForm = ({ encodeData, encryptData, publicKey }: Form) => ({
  isEnabled: true,
  encodeData,
  encryptData,
  publicKey,
  enableDataProtection: false,
});

/** A form for the examples. */
export const exampleWebhookForm = { isEnabled: true, encodeData: true, encryptData: false, publicKey: "", enableDataProtection: false };
