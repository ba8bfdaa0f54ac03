/* The functions by which C code allocates memory that compiled Python owns. */
#ifndef COLUBER_NRT_EXTERNAL_H
#define COLUBER_NRT_EXTERNAL_H

#include <stddef.h>

/* An allocation, with a count of references. */
typedef struct MemInfo NRT_MemInfo;

/* Gives up memory that compiled code was handed. */
typedef void NRT_managed_dtor(void *data);

typedef void *(*NRT_external_malloc_func)(size_t size, void *opaque_data);
typedef void *(*NRT_external_realloc_func)(void *ptr, size_t new_size, void *opaque_data);
typedef void (*NRT_external_free_func)(void *ptr, void *opaque_data);

/* An allocator of the program's own. */
typedef struct {
    NRT_external_malloc_func malloc;
    NRT_external_realloc_func realloc;
    NRT_external_free_func free;
    void *opaque_data;
} NRT_ExternalAllocator;

/* What the function that c_helpers["get_api"] gives the address of returns. */
typedef struct {
    /* Allocates bytes; the reference is the caller's. */
    NRT_MemInfo *(*allocate)(size_t nbytes);
    /* The same; the allocator is not asked. */
    NRT_MemInfo *(*allocate_external)(size_t nbytes, NRT_ExternalAllocator *allocator);
    /* Takes over memory, which the function gives up when nobody refers to it any more. */
    NRT_MemInfo *(*manage_memory)(void *data, NRT_managed_dtor dtor);
    /* Takes a reference, and gives one up. */
    void (*acquire)(NRT_MemInfo *mi);
    void (*release)(NRT_MemInfo *mi);
    /* The address of the bytes. */
    void *(*get_data)(NRT_MemInfo *mi);
} NRT_api_functions;

#endif
