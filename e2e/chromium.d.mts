export const launch: { executablePath: string; args: string[]; env: NodeJS.ProcessEnv };
