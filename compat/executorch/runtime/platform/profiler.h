// ExecuTorch's profiler is not there: its macros do nothing.
#pragma once

#define EXECUTORCH_SCOPE_PROF(name)
#define EXECUTORCH_PROFILE_INSTRUCTION_SCOPE(chain, instruction)
#define EXECUTORCH_BEGIN_PROF(name) 0u
#define EXECUTORCH_END_PROF(token) ((void)(token))
